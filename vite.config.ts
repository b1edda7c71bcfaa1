import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.ts';
import { fontFiles } from './scripts/dev/build/fonts.ts';
import { omittedHeic } from './scripts/dev/build/heic.ts';
import { fittedLibraries } from './scripts/dev/build/libraries.ts';
import { thirdPartyNotices } from './scripts/dev/build/notices.ts';
import { OLDEST } from './scripts/dev/build/oldest-browsers.ts';
import { repeatedImports, repeatedWorkerImports } from './scripts/dev/build/repeated-imports.ts';
import { sharedFileOf } from './scripts/dev/build/shared-files.ts';
import { siteSettings } from './scripts/dev/build/site.ts';
import { unbundledPackages } from './scripts/dev/build/unbundled.ts';
import { outsideEntries } from './scripts/dev/build/worker-chunks.ts';
import { workersOnce } from './scripts/dev/build/workers-once.ts';

/** Imports of a module without information from Rollup. */
const NO_IMPORTS = { importers: [], dynamicImporters: [] };

const notices = thirdPartyNotices();
const workerOnce = workersOnce();

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    { ...optimizeLocales.vite({ locales: ['en-US', 'ja-JP'] }), enforce: 'pre' },
    tailwindcss(),
    remix(remixConfig),
    fontFiles(),
    fittedLibraries(),
    omittedHeic(process.env),
    repeatedImports(),
    notices.page,
    workerOnce(),
  ],
  // Omits license comments, because the build's license notices contain every license.
  esbuild: { legalComments: 'none' },
  build: {
    target: OLDEST,
    // Lightning CSS adds color pairs for browsers without `light-dark()`.
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    rollupOptions: {
      output: isSsrBuild
        ? {}
        : { manualChunks: (id, { getModuleInfo }) => sharedFileOf(id, (at) => getModuleInfo(at) ?? NO_IMPORTS) },
    },
  },
  define: siteSettings(process.env),
  worker: {
    format: 'es',
    plugins: () => [
      workerOnce(),
      fittedLibraries(),
      omittedHeic(process.env),
      repeatedWorkerImports(),
      notices.workers(),
    ],
    rollupOptions: { output: { manualChunks: outsideEntries } },
  },
  server: { port: 5173 },
  preview: { port: 4173 },
  optimizeDeps: {
    exclude: unbundledPackages,
  },
}));
