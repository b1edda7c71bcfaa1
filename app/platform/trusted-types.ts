/** The page's Trusted Types policy. The page, and every worker that starts workers, imports this file first. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: Readonly<Record<'createScriptURL' | 'createHTML', (text: string) => string | null>>,
  ): unknown;
}

const { trustedTypes, location } = globalThis as typeof globalThis & { readonly trustedTypes?: TrustedTypes };

/** HTML that React may write if a browser extension has changed the document: an empty script, or inline scripts. */
const inlineScriptTexts = new Set(['<script></script>']);
if ('document' in globalThis) for (const { text } of document.scripts) if (text) inlineScriptTexts.add(text);

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { protocol, host } = new URL(url, location.href);
    // Compares protocol and host, because `origin` can't tell a `blob:` URL from the page that created the URL.
    return protocol === location.protocol && host === location.host ? url : null;
  },
  // Allows an empty string, which react-aria assigns as HTML to empty an element, and whitespace.
  createHTML: (html) => (html.trim() === '' || inlineScriptTexts.has(html) ? html : null),
});

export {};
