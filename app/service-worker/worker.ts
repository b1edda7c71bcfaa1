import {
  type Build,
  cacheOf,
  isAsPromised,
  isHashed,
  isPageOf,
  type OfflineCopy,
  ON_DEMAND_CACHE,
  outdatedCaches,
  outdatedFiles,
  PAGE,
  planFor,
} from './decisions.ts';
import { COMPLETE_COPY, IS_COPY_COMPLETE, PAGE_READY, SKIP_WAITING, WHICH_BUILD } from './messages.ts';

/** Makes pages work offline, with a cache per build. A new build waits for consent or for the last page to close. */
declare const self: ServiceWorkerGlobalScope;
declare const BUILD: Build;

const build = BUILD;
const FETCHES_AT_ONCE = 6;
const FETCHES_WHEN_IDLE = 2;

/** Maximum wait for a page's answer in milliseconds. Frozen pages don't answer, and their builds stay cached. */
const ANSWER_WITHIN_MS = 1000;

self.addEventListener('install', (event) => event.waitUntil(install()));

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim().then(sweep)));

self.addEventListener('message', (event) => {
  if (event.data === SKIP_WAITING) event.waitUntil(self.skipWaiting());
  if (event.data === PAGE_READY) event.waitUntil(sweep());
  const [port] = event.ports;
  if (!port) return;
  if (event.data === COMPLETE_COPY) event.waitUntil(completeCopy().then((copy) => port.postMessage(copy)));
  if (event.data === IS_COPY_COMPLETE) event.waitUntil(offlineCopy().then((copy) => port.postMessage(copy)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, url, mode, headers } = request;
  const plan = planFor({ method, url, mode, hasRange: headers.has('range') }, self.location.origin, build);
  if (plan === 'network') return;
  if (plan === 'page') event.respondWith(page(request));
  else event.respondWith(plan === 'precached' ? cachedFile(request) : fileOnDemand(event));
});

async function install(): Promise<void> {
  const cache = await caches.open(cacheOf(build.version));
  const left = [...build.files];
  const cacheNext = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      const cached = precache(cache, file.path);
      // Ignores errors of files without a content hash: hosts may lack an icon or a sample, or serve a wrong type.
      await (isHashed(file.path) ? cached : cached.catch(() => undefined));
    }
  };
  await Promise.all([cachePage(cache), ...Array.from({ length: FETCHES_AT_ONCE }, cacheNext)]);
}

let completing: Promise<OfflineCopy> | undefined;

/** Caches the files for offline use that are too large for the installation. Several pages may ask at once. */
function completeCopy(): Promise<OfflineCopy> {
  completing ??= cacheMissing().then(offlineCopy);
  return completing.finally(() => {
    completing = undefined;
  });
}

async function cacheMissing(): Promise<void> {
  const cache = await caches.open(ON_DEMAND_CACHE);
  const left = await missingFiles();
  const cacheNext = async () => {
    // Stops at the first error: the network may be gone, and the next visit goes on.
    for (let path = left.shift(); path; path = left.shift()) await precache(cache, path);
  };
  await Promise.all(Array.from({ length: FETCHES_WHEN_IDLE }, cacheNext)).catch(() => undefined);
}

async function missingFiles(): Promise<string[]> {
  const known = await Promise.all(build.whenIdle.map((path) => caches.match(path)));
  return build.whenIdle.filter((_, index) => !known[index]);
}

const offlineCopy = async (): Promise<OfflineCopy> => ({
  isComplete: (await missingFiles()).length === 0,
  bytes: build.offlineBytes,
});

async function precache(cache: Cache, path: string): Promise<void> {
  const known = isHashed(path) ? await caches.match(path) : undefined;
  await cache.put(path, known ?? (await fetchAsPromised(path)));
}

/** Caches the page without the redirect flag, because browsers reject redirected responses for navigations. */
async function cachePage(cache: Cache): Promise<void> {
  const response = await fetchAsPromised(PAGE);
  const html = await response.text();
  if (!isPageOf(build.version, html)) throw new Error(`${PAGE} is the page of another build`);
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  await cache.put(PAGE, new Response(html, { headers }));
}

/** Fetches a file from the host. Retries without the HTTP cache if the HTTP cache contains a wrong file. */
async function fetchAsPromised(path: string): Promise<Response> {
  for (const cache of [isHashed(path) ? 'default' : 'no-cache', 'reload'] as const) {
    const response = await fetch(path, { cache });
    if (isAsPromised(path, answerOf(response))) return response;
  }
  throw new Error(`${path} is missing or something else`);
}

const answerOf = ({ status, headers }: Response) => ({ status, contentType: headers.get('content-type') });
const pathOf = ({ url }: Request) => new URL(url).pathname;

async function page(request: Request): Promise<Response> {
  const cache = await caches.open(cacheOf(build.version));
  return (await cache.match(PAGE)) ?? fetch(request);
}

/** Returns a file from the build's cache. Fetches and caches the file again if the browser has evicted the file. */
async function cachedFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheOf(build.version));
  const cached = await cache.match(request);
  if (cached) return cached;
  return fetchAndCache(request, cache);
}

/** Answers requests for large files, fonts, and older builds' files that open pages need, from any cache. */
async function fileOnDemand(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request);
  if (cached) return cached;
  const cache = await caches.open(ON_DEMAND_CACHE);
  const response = await fetchAndCache(request, cache);
  event.waitUntil(trim(cache, true));
  return response;
}

/** Missing assets return 404; the HTML fallback applies to page routes only. */
async function fetchAndCache(request: Request, cache: Cache): Promise<Response> {
  const response = await fetch(request);
  if (response.status !== 200) return response;
  if (!isAsPromised(pathOf(request), answerOf(response))) return new Response(null, { status: 404 });
  // Ignores a full disk, because the page still gets the response.
  await cache.put(request, response.clone()).catch(() => undefined);
  return response;
}

async function trim(cache: Cache, othersOpen: boolean): Promise<void> {
  const paths = (await cache.keys()).map(pathOf);
  await Promise.all(outdatedFiles(paths, build, othersOpen).map((path) => cache.delete(path)));
}

async function sweep(): Promise<void> {
  // Keeps the cache of a build whose service worker is installing or waiting.
  if (self.registration.waiting || self.registration.installing) return;
  const inUse = await versionsInUse();
  const outdated = outdatedCaches(await caches.keys(), build.version, inUse);
  await Promise.all(outdated.map((name) => caches.delete(name)));
  const othersOpen = inUse.some((version) => version !== build.version);
  await trim(await caches.open(ON_DEMAND_CACHE), othersOpen);
}

async function versionsInUse(): Promise<readonly (string | undefined)[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return Promise.all(pages.map(versionOf));
}

function versionOf(client: Client): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(typeof data === 'string' ? data : undefined);
    setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS);
    client.postMessage(WHICH_BUILD, [port2]);
  });
}
