import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { fontFiles } from './scripts/dev/build/fonts.ts';
import { unbundledPackages } from './scripts/dev/build/unbundled.ts';
import { CONTEXT, chromiumLaunch } from './scripts/dev/setup/chromium.mjs';

const samples = resolve(import.meta.dirname, '../shared/samples');

/** Lets a browser test run a script of the tests in Node.js. */
async function testScript(_context: unknown, path: string, ...args: string[]): Promise<void> {
  const command = ['--import', 'tsx', path, ...args];
  await promisify(execFile)(process.execPath, command, { cwd: import.meta.dirname, maxBuffer: 1 << 26 });
}

/** Lets a browser test run the command in Node.js. */
const fudebako = (context: unknown, ...args: string[]) => testScript(context, 'scripts/cli.ts', ...args);

const setupFiles = ['./tests/same-bytes.vitest.ts'];

/** Allows for a machine that is busy with other work. */
const TIMEOUT_MS = 240_000;

const nodeTests = readdirSync(join(import.meta.dirname, 'tests'), { encoding: 'utf8', recursive: true })
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.browser.test.ts'))
  .map((name) => join('tests', name));
const testsWith = (pattern: RegExp) =>
  nodeTests.filter((path) => pattern.test(readFileSync(join(import.meta.dirname, path), 'utf8')));
/** Unit tests that read the built app. All other unit tests can run during the build. */
const builtTests = testsWith(/clientFolder/);
/** Tests that replace or reload modules, and would leave other tests with second copies of what loads only once. */
const reloadingTests = testsWith(/vi\.(do)?[mM]ock\(|resetModules|damaged-decode/);

/** Options of tests in Node.js. */
const inNode = {
  environment: 'node' as const,
  setupFiles: [...setupFiles, './tests/after-each-file.vitest.ts'],
  // Shares modules between test files, which share no state. Loading modules again would take a third of the time.
  isolate: false,
  // Shells warn on stderr if LC_ALL names a locale that is not installed, as is usual over SSH.
  env: { LC_ALL: 'C.UTF-8' },
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
};

/** Node.js runs `*.test.ts`, and Chromium runs `*.browser.test.ts`. Both run the exported tests of `*.contract.ts`. */
export default defineConfig({
  test: {
    // Uses all cores. By default, Vitest leaves one core to the main process, which has little to do.
    maxWorkers: availableParallelism(),
    reporters: ['default', './tests/reporter.vitest.ts'],
    projects: [
      {
        test: {
          ...inNode,
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.browser.test.ts', ...builtTests, ...reloadingTests],
        },
      },
      { test: { ...inNode, name: 'reloading', include: reloadingTests, isolate: true } },
      { test: { ...inNode, name: 'built', include: builtTests } },
      {
        plugins: [fontFiles()],
        worker: { format: 'es' },
        define: {
          'import.meta.env.SAMPLES_URL': JSON.stringify(existsSync(samples) ? `/@fs${samples}` : ''),
          'process.env.FUDEBAKO_DEEP': JSON.stringify(process.env.FUDEBAKO_DEEP ?? ''),
        },
        server: { fs: { allow: ['.', samples] } },
        optimizeDeps: {
          // Lists all packages, because Vite would reload the page for packages that it discovers during a test.
          include: [
            'mediabunny',
            'pixi.js',
            'pixi.js/unsafe-eval',
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
          exclude: unbundledPackages,
        },
        test: {
          name: 'browser',
          include: ['tests/**/*.browser.test.ts'],
          setupFiles,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { fudebako, testScript },
            provider: playwright({
              // Allows audio without a click.
              launchOptions: await chromiumLaunch(['--autoplay-policy=no-user-gesture-required']),
              contextOptions: CONTEXT,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
