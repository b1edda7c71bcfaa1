import { createHash } from 'node:crypto';

/** Placeholder of the policy from `app/root.tsx`. `finish.ts` replaces it when the scripts' hashes are known. */
export const POLICY_META = /(<meta http-equiv="Content-Security-Policy" content=")[^"]*("\/?>)/;

/**
 * Two styles that react-aria adds by script: no delay for double taps, and no scrolling behind a list on iOS. Allowed
 * by their hashes instead of 'unsafe-inline'.
 */
export const LIBRARY_STYLES: readonly string[] = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
];

/** Returns the source expression that allows exactly one inline script or style. */
const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the inline scripts of a document, as a browser hashes them. */
export const inlineScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '');

/**
 * Returns the policy: what the app may load and connect to.
 *
 * `connect-src` enforces the privacy promise. `blob:` allows images and media that the visitor opened or created, never
 * scripts. 'wasm-unsafe-eval' allows WebAssembly only. Scripts set style attributes through the CSSOM, which a policy
 * does not restrict. With Trusted Types, only `app/platform/trusted-types.ts` turns text into markup or a script URL.
 */
function policyDirectives(scripts: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...new Set(scripts.map(hashSource))],
    'worker-src': ["'self'"],
    'style-src': ["'self'", ...LIBRARY_STYLES.map(hashSource)],
    'img-src': ["'self'", 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'frame-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  };
}

/** Returns the policy for a `<meta>`, which every host delivers. */
export const metaPolicy = (scripts: readonly string[]): string => written(policyDirectives(scripts));

/** Returns the policy for a header, which alone restricts framing and reaches workers. */
export const headerPolicy = (scripts: readonly string[]): string =>
  written({ ...policyDirectives(scripts), 'frame-ancestors': ["'none'"] });

const written = (directives: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
