import type { Plugin } from 'vite';

const WAIT_MS = 500;

/** What stands before and behind the specifier of a dynamic import. */
export const repeatedImport = {
  left: `((load)=>load().catch(()=>new Promise((resolve)=>setTimeout(resolve,${WAIT_MS})).then(load)))(()=>import(`,
  right: '))',
};

/** The helper through which every dynamic import of the page goes: Vite writes it into the build once. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
const LOAD = 'return baseModule().catch(';

/**
 * Makes every dynamic import of the page load a second time if the first request fails, so that a moment without network
 * costs no feature. A service worker asks the network for each of the two.
 */
export const repeatedImports = (): Plugin => ({
  name: 'repeated-imports',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (id !== PRELOAD_HELPER) return undefined;
    if (!code.includes(LOAD)) throw new Error('The helper of dynamic imports has another form in this version of Vite');
    return code.replace(LOAD, () => {
      const wait = `new Promise((resolve)=>setTimeout(resolve,${WAIT_MS}))`;
      return `return baseModule().catch(()=>${wait}.then(baseModule)).catch(`;
    });
  },
});

/** The same for workers, whose imports go through no helper. */
export const repeatedWorkerImports = (): Plugin => ({
  name: 'repeated-worker-imports',
  apply: 'build',
  renderDynamicImport: () => repeatedImport,
});
