export const OLD_BROWSER_ID = 'old-browser';

/**
 * What the page cannot do without, beside what the build writes in the language itself: module scripts, canvases and
 * modules in workers (`OffscreenCanvas` came about with them), WebAssembly, copies of structured values, the bounds of
 * characters and words.
 */
const NEEDED = [
  "'noModule' in document.createElement('script')",
  "typeof OffscreenCanvas === 'function'",
  "typeof structuredClone === 'function'",
  "typeof WebAssembly === 'object'",
  "typeof Intl.Segmenter === 'function'",
];

/**
 * Runs in the document's body before any module, in the words of browsers that know no modules: shows the sentence
 * that stands there hidden where the page cannot work.
 */
export const oldBrowserScript = `if(!(${NEEDED.join('&&')}))document.getElementById('${OLD_BROWSER_ID}').hidden=false`;
