import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build as bundle } from 'vite';
import { getManifest } from 'workbox-build';
import type { Build } from '../../app/service-worker/decisions.ts';

const SOURCE = resolve(import.meta.dirname, '../../app/service-worker/worker.ts');

/** File size in bytes above which a file is cached on first use instead of in advance. */
const IN_ADVANCE_BELOW_BYTES = 1024 * 1024;

/** Folder of the font files, which are cached on first use because there are many. */
const FONTS = /^assets\/fonts-\w+$/;

/** Lists the files of a build, and which of the files the service worker caches in advance. */
export async function describeBuild(folder: string, version: string): Promise<Build & { readonly bytes: number }> {
  const { manifestEntries, size } = await getManifest({
    globDirectory: folder,
    globPatterns: ['**/*.{js,css,svg,png,jpg,webp,mp3,wav,webm,wasm,webmanifest}'],
    globIgnores: ['assets/ffmpeg-core*', 'assets/server-build-*', 'service-worker.js'],
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: IN_ADVANCE_BELOW_BYTES,
  });
  const files = manifestEntries.map(({ url, revision }) => ({ path: `/${url}`, revision }));
  const inAdvance = new Set(files.map(({ path }) => path));
  const assets = readdirSync(join(folder, 'assets'), { withFileTypes: true }).map((entry) => {
    const path = relative(folder, join(folder, 'assets', entry.name)).replaceAll('\\', '/');
    return FONTS.test(path) ? `/${path}/` : `/${path}`;
  });
  const onDemand = assets.filter((path) => !inAdvance.has(path) && !path.startsWith('/assets/server-build-'));
  return { version, files, onDemand, bytes: size };
}

export async function writeServiceWorker(folder: string, { version, files, onDemand }: Build): Promise<void> {
  await bundle({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { BUILD: JSON.stringify({ version, files, onDemand } satisfies Build) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      rollupOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
    },
  });
}
