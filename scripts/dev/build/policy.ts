import { createHash } from 'node:crypto';

/** Matches the policy's placeholder in `app/root.tsx`, which `finish.ts` replaces once the hashes are known. */
export const POLICY_META = /(<meta http-equiv="Content-Security-Policy" content=")[^"]*("\/?>)/;

/** Two styles that react-aria adds by script. Their hashes allow the styles without 'unsafe-inline'. */
export const LIBRARY_STYLES: readonly string[] = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
];

/** Returns the policy's source expression that allows one inline script or style by its hash. */
const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the text of each inline script in an HTML document, exactly as browsers hash the text. */
export const inlineScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '');

/**
 * Returns the Content Security Policy. `connect-src` prevents uploads to other servers. `blob:` allows images and
 * media, but no scripts. 'wasm-unsafe-eval' allows only WebAssembly. Scripts set style attributes through the CSSOM,
 * which a policy does not restrict. With Trusted Types, only `app/platform/trusted-types.ts` may convert text to markup
 * or script URLs.
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

/** Returns the policy for a `<meta>` element, which works on every static host. */
export const metaPolicy = (scripts: readonly string[]): string => written(policyDirectives(scripts));

/** Returns the policy for a response header. Only a header can forbid framing and apply to workers. */
export const headerPolicy = (scripts: readonly string[]): string =>
  written({ ...policyDirectives(scripts), 'frame-ancestors': ["'none'"] });

const written = (directives: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
