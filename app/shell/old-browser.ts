export const OLD_BROWSER_ID = 'old-browser';

/** Required browser features. `OffscreenCanvas` implies module workers, and `noModule` implies module scripts. */
const NEEDED = [
  "'noModule' in document.createElement('script')",
  "typeof OffscreenCanvas === 'function'",
  "typeof structuredClone === 'function'",
  "typeof WebAssembly === 'object'",
  "typeof Intl.Segmenter === 'function'",
];

/** Script in old syntax that runs before all modules. Shows a message if the browser lacks a required feature. */
export const oldBrowserScript = `if(!(${NEEDED.join('&&')}))document.getElementById('${OLD_BROWSER_ID}').hidden=false`;
