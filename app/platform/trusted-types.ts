/**
 * What the page's policy lets become a script: addresses of the host that the page came from.
 * Imported first by the page and by every worker that starts another. Browsers without Trusted Types
 * have no such policy and need none.
 */
interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createScriptURL: (url: string) => string | null }): unknown;
}

const { trustedTypes, location } = globalThis as typeof globalThis & { readonly trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { protocol, host } = new URL(url, location.href);
    // Not by `origin`, which a `blob:` address shares with whoever made it.
    return protocol === location.protocol && host === location.host ? url : null;
  },
});

export {};
