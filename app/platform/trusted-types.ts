/**
 * What the page's policy lets become a script or markup. Imported first by the page and by every worker
 * that starts another. Browsers without Trusted Types have no such policy and need none.
 */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: Readonly<Record<'createScriptURL' | 'createHTML', (text: string) => string | null>>,
  ): unknown;
}

const { trustedTypes, location } = globalThis as typeof globalThis & { readonly trustedTypes?: TrustedTypes };

/**
 * Where an extension has changed the document, React draws it anew, and its inline scripts with it: an
 * empty script first, and then the text that has run already.
 */
const drawnAnew = new Set(['<script></script>']);
if ('document' in globalThis) for (const { text } of document.scripts) if (text) drawnAnew.add(text);

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { protocol, host } = new URL(url, location.href);
    // Not by `origin`, which a `blob:` address shares with whoever made it.
    return protocol === location.protocol && host === location.host ? url : null;
  },
  // Nothing is what react-aria empties an element with.
  createHTML: (html) => (html.trim() === '' || drawnAnew.has(html) ? html : null),
});

export {};
