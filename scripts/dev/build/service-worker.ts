import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build as bundle } from 'vite';
import { getManifest } from 'workbox-build';
import type { Build } from '../../../app/service-worker/decisions.ts';
import { findFamily, fontFile } from '../../../core/fonts/catalogue.ts';
import { subsetNames } from '../../../core/fonts/subsets.ts';
import { horizontalStyle, verticalStyle } from '../../../core/text/settings.ts';

const SOURCE = resolve(import.meta.dirname, '../../../app/service-worker/worker.ts');

/** File size in bytes above which a file is cached on first use instead of in advance. */
const IN_ADVANCE_BELOW_BYTES = 1024 * 1024;

/** Folder of the font files, which are cached on first use because there are many. */
const FONTS = /^assets\/fonts-\w+$/;

/** Encoders above `IN_ADVANCE_BELOW_BYTES` that every browser needs for an output format. */
const ENCODERS = /^\/assets\/avif_enc-[\w-]+\.wasm$/;

/** Font files of the families in which the text editors start, without bold. */
function editorFonts(folder: string): string[] {
  const styles = [horizontalStyle, verticalStyle].map(({ fields }) => fields.main.fields.fontFamily.default);
  const families = styles.flatMap((name) => findFamily(name ?? '') ?? []);
  return families.flatMap((family) =>
    subsetNames(family).map((subset) => folder + fontFile(family, subset, family.regular)),
  );
}

/** Lists the files of a build, and which of the files the service worker caches in advance, when idle or on use. */
export async function describeBuild(folder: string, version: string): Promise<Build> {
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
  const fonts = onDemand.find((path) => path.endsWith('/')) ?? '';
  const whenIdle = [...onDemand.filter((path) => ENCODERS.test(path)), ...(fonts ? editorFonts(fonts) : [])];
  const bytesOf = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0;
  const offlineBytes = whenIdle.reduce((sum, path) => sum + bytesOf(path), size);
  return { version, files, onDemand, whenIdle, offlineBytes };
}

export async function writeServiceWorker(folder: string, build: Build): Promise<void> {
  await bundle({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { BUILD: JSON.stringify(build) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      rollupOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
    },
  });
}
