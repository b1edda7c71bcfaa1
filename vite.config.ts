import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.ts';
import { fontFiles } from './scripts/build/fonts.ts';
import { fittedLibraries } from './scripts/build/libraries.ts';
import { thirdPartyNotices } from './scripts/build/notices.ts';
import { OLDEST } from './scripts/build/oldest-browsers.ts';
import { siteSettings } from './scripts/build/site.ts';
import { unbundledPackages } from './scripts/build/unbundled.ts';
import { outsideEntries } from './scripts/build/worker-chunks.ts';

/**
 * What every page needs, in few files: what seldom changes by itself, so that a new version of the app
 * leaves it in the visitor's cache, and the frame around every screen, which is smaller as one.
 */
const SHARED: Readonly<Record<string, RegExp>> = {
  react: /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/(?:react|router))\//,
  frame:
    /\/app\/(?:shell\/(?:icons|screens|screen-words|Failure|Sidebar|MobileBar|ErrorDialog)|parts\/(?:Button|Dialog|ErrorText|screen\/(?:FileButton|PageHeading))|service-worker\/messages|platform\/(?:first-screen|screen-branch)|state\/(?:theme|update|errors|palette|large-screen|shortcuts|notices|persisted|storage-keys|stored|sidebar|catalogue|running|service-worker|arrivals|announce))\.tsx?$/,
  i18next: /\/node_modules\/(?:i18next|react-i18next|remix-i18next)\//,
};

/** The icons that the frame imports, each by its own path. By the package's name they would all come along. */
const frameIcons = new Set(
  ['shell', 'routes', 'parts']
    .flatMap((room) => {
      const folder = join(import.meta.dirname, 'app', room);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
      return files.flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8').matchAll(/lucide-react\/icons\/([\w-]+)/g),
      ]);
    })
    .map(([, icon]) => icon),
);

function sharedFileOf(id: string): string | undefined {
  const icon = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/.exec(id)?.[1];
  if (icon) return frameIcons.has(icon) ? 'frame' : 'icons';
  // What makes a component of an icon.
  if (/\/lucide-react\/dist\/esm\/(?!lucide-react\.)/.test(id)) return 'frame';
  return Object.keys(SHARED).find((name) => SHARED[name]?.test(id));
}

const notices = thirdPartyNotices();

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    { ...optimizeLocales.vite({ locales: ['en-US', 'ja-JP'] }), enforce: 'pre' },
    tailwindcss(),
    remix(remixConfig),
    fontFiles(),
    fittedLibraries(),
    notices.page,
  ],
  // The notices that the build writes have every licence whole, once.
  esbuild: { legalComments: 'none' },
  build: {
    target: OLDEST,
    // It also writes each pair of colours for browsers that know no `light-dark()`.
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: sharedFileOf } },
  },
  define: siteSettings(process.env),
  worker: {
    format: 'es',
    plugins: () => [fittedLibraries(), notices.workers()],
    rollupOptions: { output: { manualChunks: outsideEntries } },
  },
  server: { port: 5173 },
  preview: { port: 4173 },
  optimizeDeps: {
    exclude: unbundledPackages,
  },
}));
