import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { fontFiles } from './scripts/build/fonts.ts';
import { CHROMIUM_FLAGS, findChromium } from './scripts/setup/chromium.mjs';

const samples = resolve(import.meta.dirname, '../shared/samples');

/** Lets a test in the browser run the command beside it. */
async function fudebako(_context: unknown, ...args: string[]): Promise<void> {
  const command = ['--import', 'tsx', 'scripts/cli.ts', ...args];
  await promisify(execFile)(process.execPath, command, { cwd: import.meta.dirname });
}

/** Node runs `*.test.ts`; Chromium runs `*.browser.test.ts`; both run what `*.contract.ts` exports. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.browser.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        plugins: [fontFiles()],
        worker: { format: 'es' },
        define: { 'import.meta.env.SAMPLES_URL': JSON.stringify(existsSync(samples) ? `/@fs${samples}` : '') },
        server: { fs: { allow: ['.', samples] } },
        optimizeDeps: {
          // Found only while a test runs, they would reload its page.
          include: [
            'mediabunny',
            '@mediabunny/aac-encoder',
            'bidi-js',
            'client-zip',
            'comlink',
            'lucide-react',
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'react-i18next',
            'woff2-encoder/decompress',
            'zustand',
          ],
          exclude: ['@ffmpeg/ffmpeg', '@ffmpeg/util', '@jsquash/png', '@jsquash/webp', '@jsquash/avif', 'harfbuzzjs'],
        },
        test: {
          name: 'browser',
          include: ['tests/**/*.browser.test.ts'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { fudebako },
            provider: playwright({
              launchOptions: {
                executablePath: await findChromium(),
                // Nobody clicks in a test, and without a click no sound would begin.
                args: [...CHROMIUM_FLAGS, '--autoplay-policy=no-user-gesture-required'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
