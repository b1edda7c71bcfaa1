/**
 * What a journey asks a page, in every engine alike: it runs in the page before the page's own scripts, and is called
 * by name. Plain JavaScript, as it is handed over as text.
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

  // A file is caught where its link is followed, as engines keep downloads in different places.
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
    // One in the page is heard of below.
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
    /** The middle of what has this role and name, when it can be pressed; nothing until then. */
    place(role, name) {
      const element = find(role, name);
      if (!element || element.disabled || element.getAttribute('aria-disabled') === 'true') return null;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      // Over it may still lie what is being closed.
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return element.contains(top) || top?.contains(element) ? [x + width / 2, y + height / 2] : null;
    },
    select(role, name) {
      find(role, name).select();
    },
    /** Nothing is being drawn, and how often the stage has come to rest. */
    rests: () => (document.querySelector('.stage-viewport:not([aria-busy=true]) canvas') ? rests : null),
    hasText: (text) => document.body.textContent.includes(text),
    /** One that takes files: while what was open comes back, its button is off, and what is given to it may be lost. */
    hasFileInput() {
      const input = document.querySelector('input[type=file]');
      return input !== null && !input.previousElementSibling?.disabled;
    },
    errorDialog: () => document.querySelector('[role=dialog], [role=alertdialog]')?.textContent ?? null,
    /** The clipboard holds a text: engines ask a person before they let a page read it. */
    holdInClipboard(text) {
      Object.defineProperty(navigator.clipboard, 'readText', { value: async () => text, configurable: true });
    },
    /** What is copied from now on is kept here instead. */
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
    /** How many different colours the first canvas shows, which a blank one does not have. */
    colours() {
      const canvas = document.querySelector('canvas');
      const copy = new OffscreenCanvas(32, 32);
      const context = copy.getContext('2d');
      context.drawImage(canvas, 0, 0, 32, 32);
      return new Set(new Uint32Array(context.getImageData(0, 0, 32, 32).data.buffer)).size;
    },
    errors: () => errors,
  };
})();
