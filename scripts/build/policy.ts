import { createHash } from 'node:crypto';

/** Placeholder in the page's head (`app/root.tsx`), replaced in `finish.ts` when the inline scripts are known. */
export const POLICY_META = /(<meta http-equiv="Content-Security-Policy" content=")[^"]*("\/?>)/;

/**
 * The two styles that react-aria adds by script: no wait for double taps, and on iOS no scrolling behind a list.
 * Their hashes avoid 'unsafe-inline'.
 */
export const LIBRARY_STYLES: readonly string[] = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
];

/** Returns a source expression that allows exactly this inline script or style. */
const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the texts of inline scripts as browsers hash them. */
export const inlineScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '');

/**
 * Allows loading and connecting only to the page's own host and memory.
 *
 * `connect-src` enforces the privacy promise. `blob:` serves the user's images and audio, never scripts.
 * 'wasm-unsafe-eval' allows compiling WebAssembly but no `eval`. The CSSOM, which a policy does not restrict, sets
 * style attributes. With Trusted Types, only `app/platform/trusted-types.ts` can turn text into markup or script
 * URLs.
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

/** For a `<meta>` element, which works on every host. */
export const metaPolicy = (scripts: readonly string[]): string => written(policyDirectives(scripts));

/** For a header, which alone supports `frame-ancestors` and applies to workers. */
export const headerPolicy = (scripts: readonly string[]): string =>
  written({ ...policyDirectives(scripts), 'frame-ancestors': ["'none'"] });

const written = (directives: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
