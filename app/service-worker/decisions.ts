/** Decisions of the service worker, as pure functions. Paths start with a slash and have no query. */

/** Build data that the build script inserts into the service worker. */
export interface Build {
  /** Hash of all scripts and screens. The name of the build's cache contains this hash. */
  readonly version: string;
  /** Files to precache. Files without a content hash in their name have a revision. */
  readonly files: readonly { readonly path: string; readonly revision: string | null }[];
  /** Files that are cached on first use. Folder names end with a slash. */
  readonly onDemand: readonly string[];
  /** Files of `onDemand` that are also cached while the page is idle: the text editors' fonts, and the AVIF encoder. */
  readonly whenIdle: readonly string[];
  /** Bytes of `files` and `whenIdle` together. */
  readonly offlineBytes: number;
}

/** Answer to `COMPLETE_COPY`: whether all files for offline use are cached. */
export interface OfflineCopy {
  readonly isComplete: boolean;
  readonly bytes: number;
}

/** Cache key of the build's HTML page. Uses `/`, because some hosts redirect from `/index.html`. */
export const PAGE = '/';

const HASHED = '/assets/';

const CACHE_PREFIX = 'fudebako-build-';
export const ON_DEMAND_CACHE = 'fudebako-on-demand';
export const cacheOf = (version: string): string => `${CACHE_PREFIX}${version}`;
const isBuildCache = (name: string): boolean => name.startsWith(CACHE_PREFIX);

/** Maximum number of files that are cached on first use. A text in many writing systems needs dozens of font files. */
const MAX_ON_DEMAND_FILES = 600;

/** Maximum number of cached builds. Open pages need their own build. A new build downloads only changed files. */
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
  // Hosts that don't know a font, audio or video format serve `application/octet-stream`.
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

export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
}

/** True if a response is complete and its type matches its path. HTML fallbacks and captive portals fail this check. */
export function isAsPromised(path: string, { status, contentType }: Answer): boolean {
  if (status !== 200) return false;
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const extension = extensionOf(path);
  if (extension === undefined) return TYPES.html?.test(type) ?? false;
  return TYPES[extension]?.test(type) ?? false;
}

/** Returns true for this build's HTML page, which contains the name of the build's route manifest. */
export const isPageOf = (version: string, html: string): boolean => html.includes(`/assets/manifest-${version}.js"`);

export interface Question {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  readonly hasRange: boolean;
}

/** Where a response comes from: this build's page, the precache, the cache that all builds share, or the network. */
export type Plan = 'page' | 'precached' | 'on-demand' | 'network';

export function planFor({ method, url, mode, hasRange }: Question, origin: string, build: Build): Plan {
  const { origin: urlOrigin, pathname, search } = new URL(url);
  if (method !== 'GET' || urlOrigin !== origin || hasRange) return 'network';
  // Addresses of pages have no extension or `.html`. Navigations to other addresses open a file.
  if (mode === 'navigate') return [undefined, 'html'].includes(extensionOf(pathname)) ? 'page' : 'network';
  if (search) return 'network';
  if (build.files.some(({ path }) => path === pathname)) return 'precached';
  return pathname.startsWith(HASHED) ? 'on-demand' : 'network';
}

export const isHashed = (path: string): boolean => path.startsWith(HASHED);

/** Returns caches to delete. `names` are oldest first. `inUse`: each open page's build, or undefined if unknown. */
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
 * Returns files to delete from the shared cache: files this build doesn't know, and the oldest files beyond `max`.
 * `paths` are oldest first. `othersOpen` keeps unknown files for open pages of other builds.
 */
export function outdatedFiles(
  paths: readonly string[],
  { onDemand }: Build,
  othersOpen: boolean,
  max = MAX_ON_DEMAND_FILES,
): readonly string[] {
  const belongs = (path: string) =>
    onDemand.some((known) => (known.endsWith('/') ? path.startsWith(known) : path === known));
  const unneeded = othersOpen ? [] : paths.filter((path) => !belongs(path));
  const left = paths.filter((path) => !unneeded.includes(path));
  return [...unneeded, ...left.slice(0, Math.max(0, left.length - max))];
}
