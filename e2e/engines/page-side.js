/**
 * Functions that tests call by name in the page of every engine. Plain JavaScript, because the functions are injected
 * as text before the page's own scripts.
 */
(() => {
  if (window.journey) return;
  const errors = [];
  const downloads = [];
  const copies = [];
  const blobs = new Map();
  let rests = 0;

  addEventListener('error', ({ message }) => message && errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    errors.push(`policy: ${violatedDirective} ${blockedURI}`),
  );

  // Captures downloads when a link is clicked, because engines save downloads in different places.
  const createUrl = URL.createObjectURL;
  URL.createObjectURL = (object) => {
    const url = createUrl.call(URL, object);
    blobs.set(url, object);
    return url;
  };
  const note = (link) => {
    if (link?.hasAttribute('download') && blobs.has(link.href))
      downloads.push({ name: link.download, blob: blobs.get(link.href) });
  };
  const follow = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function click() {
    // Records only links outside of the document here. The listener below records links inside of the document.
    if (!this.isConnected) note(this);
    return follow.call(this);
  };
  document.addEventListener('click', ({ target }) => note(target.closest?.('a[download]')), true);

  new MutationObserver((changes) => {
    for (const { target, oldValue } of changes) if (oldValue === 'true' && target.matches('.stage-viewport')) rests++;
  }).observe(document, { subtree: true, attributeFilter: ['aria-busy'], attributeOldValue: true });

  const ROLES = {
    button: 'button, [role=button]',
    link: 'a[href]',
    tab: '[role=tab]',
    menuitem: '[role=menuitem]',
    textbox: 'input:not([type=file], [type=checkbox], [type=radio], [type=range]), textarea',
    heading: 'h1',
  };
  const words = (element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element) =>
    element.getAttribute('aria-label') ??
    (element.labels?.length ? [...element.labels].map(words).join(' ') : words(element));
  const isVisible = (element) => element.getBoundingClientRect().width > 0;
  const find = (role, name) =>
    [...document.querySelectorAll(ROLES[role])].find(
      (element) => isVisible(element) && (name === undefined || nameOf(element) === name),
    );

  window.journey = {
    /** Returns the center of the element with this role and name; null until the element can be pressed. */
    place(role, name) {
      const element = find(role, name);
      if (!element || element.disabled || element.getAttribute('aria-disabled') === 'true') return null;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      // Another element, such as a closing dialog, may still cover the button.
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return element.contains(top) || top?.contains(element) ? [x + width / 2, y + height / 2] : null;
    },
    select(role, name) {
      find(role, name).select();
    },
    /** Returns how often the image area has become idle; null while the image area is busy or empty. */
    rests: () => (document.querySelector('.stage-viewport:not([aria-busy=true]) canvas') ? rests : null),
    hasText: (text) => document.body.textContent.includes(text),
    /** Returns true once the file button is enabled. Files that are chosen earlier could be lost. */
    hasFileInput() {
      const input = document.querySelector('input[type=file]');
      return input !== null && !input.previousElementSibling?.disabled;
    },
    errorDialog: () => document.querySelector('[role=dialog], [role=alertdialog]')?.textContent ?? null,
    /** Replaces the clipboard's content, because engines ask for permission to read the real clipboard. */
    holdInClipboard(text) {
      Object.defineProperty(navigator.clipboard, 'readText', { value: async () => text, configurable: true });
    },
    /** Records copied texts and doesn't write to the clipboard. */
    catchCopies() {
      const write = async (text) => void copies.push(text);
      Object.defineProperty(navigator.clipboard, 'writeText', { value: write, configurable: true });
    },
    copied: () => copies.at(-1) ?? null,
    downloads: () => downloads.length,
    download: (index) => ({ name: downloads[index].name, size: downloads[index].blob.size }),
    async part(index, start, end) {
      const bytes = new Uint8Array(await downloads[index].blob.slice(start, end).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    seek: () => Number(document.querySelector('input[type=range]')?.value),
    /** Returns the number of different colors on the first canvas. A blank canvas has few colors. */
    colors() {
      const canvas = document.querySelector('canvas');
      const copy = new OffscreenCanvas(32, 32);
      const context = copy.getContext('2d');
      context.drawImage(canvas, 0, 0, 32, 32);
      return new Set(new Uint32Array(context.getImageData(0, 0, 32, 32).data.buffer)).size;
    },
    errors: () => errors,
  };
})();
