export const OLD_BROWSER_ID = 'old-browser';

/** Required features. `OffscreenCanvas` implies module workers, and `noModule` implies module scripts. */
const NEEDED = [
  "'noModule' in document.createElement('script')",
  "typeof OffscreenCanvas === 'function'",
  "typeof structuredClone === 'function'",
  "typeof WebAssembly === 'object'",
  "typeof Intl.Segmenter === 'function'",
];

/** Runs before any module, in old JavaScript: shows the hidden message if a feature is missing. */
export const oldBrowserScript = `if(!(${NEEDED.join('&&')}))document.getElementById('${OLD_BROWSER_ID}').hidden=false`;
