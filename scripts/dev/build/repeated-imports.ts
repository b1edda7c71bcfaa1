import type { Plugin } from 'vite';

const WAIT_MS = 500;

/** Code around the specifier of a dynamic import. If the import fails, this code waits and then imports once more. */
export const repeatedImport = {
  left: `((load)=>load().catch(()=>new Promise((resolve)=>setTimeout(resolve,${WAIT_MS})).then(load)))(()=>import(`,
  right: '))',
};

/** Vite's helper module, through which the app's pages load every dynamic import. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
const LOAD = 'return baseModule().catch(';

/** Repeats a failed dynamic import once, so that a short network failure has no effect. */
export const repeatedImports = (): Plugin => ({
  name: 'repeated-imports',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (id !== PRELOAD_HELPER) return undefined;
    if (!code.includes(LOAD)) throw new Error('Vite has changed its helper for dynamic imports');
    return code.replace(LOAD, () => {
      const wait = `new Promise((resolve)=>setTimeout(resolve,${WAIT_MS}))`;
      return `return baseModule().catch(()=>${wait}.then(baseModule)).catch(`;
    });
  },
});

/** Repeats failed dynamic imports in workers, which don't call Vite's helper. */
export const repeatedWorkerImports = (): Plugin => ({
  name: 'repeated-worker-imports',
  apply: 'build',
  renderDynamicImport: () => repeatedImport,
});
