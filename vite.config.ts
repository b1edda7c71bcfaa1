import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.ts';
import { fontFiles } from './scripts/build/fonts.ts';
import { thirdPartyNotices } from './scripts/build/notices.ts';

/**
 * What every page needs and what seldom changes, in files of their own: a new version of the app
 * leaves them in the visitor's cache.
 */
const FRAMEWORKS: Readonly<Record<string, RegExp>> = {
  react: /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/(?:react|router))\//,
  i18next: /\/node_modules\/(?:i18next|react-i18next|remix-i18next|i18next-browser-languagedetector)\//,
};

const frameworkOf = (id: string) => Object.keys(FRAMEWORKS).find((name) => FRAMEWORKS[name]?.test(id));

const notices = thirdPartyNotices();

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    { ...optimizeLocales.vite({ locales: ['en-US', 'ja-JP'] }), enforce: 'pre' },
    tailwindcss(),
    remix(remixConfig),
    fontFiles(),
    notices.page,
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: frameworkOf } },
  },
  worker: { format: 'es', plugins: () => [notices.workers()] },
  server: { port: 5173 },
  preview: { port: 4173 },
  optimizeDeps: {
    exclude: ['@ffmpeg/ffmpeg', '@ffmpeg/util', '@jsquash/png', '@jsquash/webp', '@jsquash/avif', 'harfbuzzjs'],
  },
}));
