import { resolve } from 'node:path';
import { generateSW } from 'workbox-build';

/**
 * Writes the worker that lets the page open without a connection; runs after the build.
 *
 * A visitor keeps the version that was opened: a new worker waits until every page of the old one
 * is closed, and the old one keeps the files of its own version until then. So an open page never
 * asks for a file that a new version has taken away.
 */
const folder = resolve(import.meta.dirname, '../../build/client');

/** Larger files are of use to few: they are fetched when first used, and kept from then on. */
const IN_ADVANCE_BELOW_BYTES = 1024 * 1024;

const { count, size } = await generateSW({
  globDirectory: folder,
  globPatterns: ['**/*.{html,js,css,svg,png,jpg,webp,wasm,webmanifest}'],
  globIgnores: ['assets/ffmpeg-core*', 'assets/server-build-*'],
  dontCacheBustURLsMatching: /^assets\//,
  maximumFileSizeToCacheInBytes: IN_ADVANCE_BELOW_BYTES,
  swDest: resolve(folder, 'service-worker.js'),
  inlineWorkboxRuntime: true,
  sourcemap: false,
  clientsClaim: true,
  cleanupOutdatedCaches: true,
  // A static host serves the page for every address; a file that is missing should stay missing.
  navigateFallback: '/index.html',
  navigateFallbackDenylist: [/^\/assets\//, /\.[a-z0-9]{2,5}$/],
  // `?lng=ja` is the same page.
  ignoreURLParametersMatching: [/^lng$/],
  runtimeCaching: [
    {
      urlPattern: /\/assets\/(?:.*\.(?:wasm|woff2)|ffmpeg-core.*)$/,
      handler: 'CacheFirst',
      options: { cacheName: 'on-demand', cacheableResponse: { statuses: [200] } },
    },
  ],
});
console.log(`Works offline: ${count} files, ${(size / 1e6).toFixed(1)} MB`);
