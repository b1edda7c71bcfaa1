/**
 * What the service worker decides, apart from how it is done: which answers may be kept, what a
 * request is answered with, and what is thrown away. Paths begin with a slash and have no query.
 */

/** What the build tells its service worker. */
export interface Build {
  /** Of scripts and screens; names the build's cache. */
  readonly version: string;
  /** Kept in advance; a path whose content can change under the same name has a revision. */
  readonly files: readonly { readonly path: string; readonly revision: string | null }[];
  /** Fetched when first used, and kept from then on: files, and folders with a slash at their end. */
  readonly onDemand: readonly string[];
}

/** Under what a build keeps its page. Every host delivers it there, and some redirect from `/index.html`. */
export const PAGE = '/';

/** Files whose name changes with their content. */
const HASHED = '/assets/';

const CACHE_PREFIX = 'fudebako-build-';
export const ON_DEMAND_CACHE = 'fudebako-on-demand';
export const cacheOf = (version: string): string => `${CACHE_PREFIX}${version}`;
const isBuildCache = (name: string): boolean => name.startsWith(CACHE_PREFIX);

/** A text in many scripts takes some dozens of font files; this is room for several such texts. */
const MAX_ON_DEMAND_FILES = 600;

/** Of builds that may still be open somewhere; each takes what has changed since the last. */
export const MAX_BUILDS = 3;

const TYPES: Readonly<Record<string, RegExp>> = {
  html: /^text\/html$/,
  js: /^(text|application)\/(x-)?javascript$/,
  mjs: /^(text|application)\/(x-)?javascript$/,
  css: /^text\/css$/,
  json: /^application\/json$/,
  webmanifest: /^application\/(manifest\+)?json$/,
  txt: /^text\/plain$/,
  wasm: /^application\/wasm$/,
  // Hosts that do not know fonts, sounds or videos send them as bytes.
  woff2: /^(font\/woff2|application\/(font-woff2|octet-stream))$/,
  svg: /^image\/svg\+xml$/,
  png: /^image\/png$/,
  jpg: /^image\/jpeg$/,
  webp: /^image\/webp$/,
  ico: /^image\/(x-icon|vnd\.microsoft\.icon)$/,
  wav: /^(audio\/(x-|vnd\.)?wave?|application\/octet-stream)$/,
  mp3: /^(audio\/(mpeg|mp3)|application\/octet-stream)$/,
  mp4: /^((video|audio)\/mp4|application\/octet-stream)$/,
  webm: /^((video|audio)\/webm|application\/octet-stream)$/,
};

const extensionOf = (path: string) => /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();

/** What of an answer shows whether it is the file that was asked for. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
}

/**
 * True where an answer is whole and of the kind that its address promises. A host that sends its page
 * for a missing script, or a hotel's network that sends its own for everything, must not be kept.
 */
export function isAsPromised(path: string, { status, contentType }: Answer): boolean {
  if (status !== 200) return false;
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const extension = extensionOf(path);
  if (extension === undefined) return TYPES.html?.test(type) ?? false;
  return TYPES[extension]?.test(type) ?? false;
}

/** True where a document is the page of this build: it names the build's list of screens. */
export const isPageOf = (version: string, html: string): boolean => html.includes(`/assets/manifest-${version}.js"`);

export interface Question {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  /** A part of the file is asked for, as players do. */
  readonly hasRange: boolean;
}

/**
 * How a request is answered: with the build's page, from what was kept in advance, from what is kept
 * on demand (builds that are still open among it), or by the network as if there were no worker.
 */
export type Plan = 'page' | 'kept' | 'on-demand' | 'network';

export function planFor({ method, url, mode, hasRange }: Question, origin: string, build: Build): Plan {
  const { origin: asked, pathname, search } = new URL(url);
  if (method !== 'GET' || asked !== origin || hasRange) return 'network';
  // An address has no extension, or one that only a page could have; anything else is a file to look at.
  if (mode === 'navigate') return [undefined, 'html'].includes(extensionOf(pathname)) ? 'page' : 'network';
  if (search) return 'network';
  if (build.files.some(({ path }) => path === pathname)) return 'kept';
  return pathname.startsWith(HASHED) ? 'on-demand' : 'network';
}

/** True for files that later builds have under the same name or not at all. */
export const isHashed = (path: string): boolean => path.startsWith(HASHED);

/**
 * Builds whose files nobody needs any more.
 *
 * @param names of all caches, the oldest first
 * @param inUse versions of the open pages; `undefined` for a page that did not say
 */
export function outdatedCaches(
  names: readonly string[],
  own: string,
  inUse: readonly (string | undefined)[],
): readonly string[] {
  const others = names.filter((name) => isBuildCache(name) && name !== cacheOf(own));
  const unneeded = inUse.includes(undefined)
    ? []
    : others.filter((name) => !inUse.some((version) => version !== undefined && cacheOf(version) === name));
  const left = others.filter((name) => !unneeded.includes(name));
  return [...unneeded, ...left.slice(0, Math.max(0, left.length - (MAX_BUILDS - 1)))];
}

/**
 * Files kept on demand that are thrown away: those that this build does not have, and the oldest
 * beyond `max`.
 *
 * @param paths the oldest first
 * @param othersOpen pages of other builds are open, which may need what this one does not have
 */
export function outdatedFiles(
  paths: readonly string[],
  { onDemand }: Build,
  othersOpen: boolean,
  max = MAX_ON_DEMAND_FILES,
): readonly string[] {
  const belongs = (path: string) =>
    onDemand.some((known) => (known.endsWith('/') ? path.startsWith(known) : path === known));
  const foreign = othersOpen ? [] : paths.filter((path) => !belongs(path));
  const left = paths.filter((path) => !foreign.includes(path));
  return [...foreign, ...left.slice(0, Math.max(0, left.length - max))];
}
