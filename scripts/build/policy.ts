import { createHash } from 'node:crypto';

/**
 * What stands in the page's head until the build knows which inline scripts the page has
 * (`app/root.tsx` writes it, `finish.ts` replaces it).
 */
export const POLICY_META = /(<meta http-equiv="Content-Security-Policy" content=")[^"]*("\/?>)/;

/**
 * The two styles that react-aria adds to a page by script: presses do not wait for a double tap, and
 * on iOS nothing scrolls behind a list. Known by their hashes they need no 'unsafe-inline'.
 */
export const LIBRARY_STYLES: readonly string[] = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
];

/** A source expression that lets exactly this inline script or style in. */
const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The texts of a document's scripts that have no address, as a browser hashes them. */
export const inlineScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '');

/**
 * What the page may load and where it may talk to: the host that it came from, and what is in memory.
 *
 * `connect-src` is the privacy promise in a form that the browser enforces. `blob:` is for what the
 * visitor opened or made: pictures and sounds are shown from it, scripts are never run from it.
 * 'wasm-unsafe-eval' lets WebAssembly be compiled, and nothing else be evaluated. Style attributes are
 * set by script through the CSSOM, which a policy leaves alone. With Trusted Types no text becomes
 * markup or a script's address but by `app/platform/trusted-types.ts`.
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

/** For a `<meta>`, which every host delivers. */
export const metaPolicy = (scripts: readonly string[]): string => written(policyDirectives(scripts));

/** For a header, which alone can say who may frame the page, and alone reaches the workers. */
export const headerPolicy = (scripts: readonly string[]): string =>
  written({ ...policyDirectives(scripts), 'frame-ancestors': ["'none'"] });

const written = (directives: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
