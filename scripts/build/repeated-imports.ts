import type { Plugin } from 'vite';

const WAIT_MS = 500;

/** What stands before and behind the specifier of a dynamic import. */
export const repeatedImport = {
  left: `((load)=>load().catch(()=>new Promise((resolve)=>setTimeout(resolve,${WAIT_MS})).then(load)))(()=>import(`,
  right: '))',
};

/**
 * Makes every dynamic import of the page and its workers load a second time if the first request fails, so that a
 * moment without network costs no feature. A service worker asks the network for each of the two.
 */
export const repeatedImports = (): Plugin => ({
  name: 'repeated-imports',
  apply: 'build',
  renderDynamicImport: () => repeatedImport,
});
