import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.ts';

export default defineConfig({
  plugins: [
    { ...optimizeLocales.vite({ locales: ['en-US', 'ja-JP'] }), enforce: 'pre' },
    tailwindcss(),
    remix(remixConfig),
  ],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  worker: { format: 'es' },
  server: { port: 5173 },
  preview: { port: 4173 },
  optimizeDeps: { exclude: ['@ffmpeg/ffmpeg', '@ffmpeg/util', '@jsquash/png', '@jsquash/webp', '@jsquash/avif'] },
});
