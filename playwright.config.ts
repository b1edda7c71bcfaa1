import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CONTEXT, chromiumLaunch } from './scripts/dev/setup/chromium.mjs';
import { isDeep } from './tests/deep.ts';

const port = process.env.E2E_PORT ?? '4317';
/** Turns off the compilers of V8, because the growth of machine code would look like a memory leak of the page. */
const WITHOUT_COMPILED_CODE = ['--js-flags=--no-sparkplug --no-maglev --no-turbofan'];
// A process for graphics alone takes a tenth of the time, and draws with the processor all the same.
const launchOptions = await chromiumLaunch(
  process.env.FUDEBAKO_ENDURANCE ? WITHOUT_COMPILED_CODE : ['--in-process-gpu'],
);
if (!launchOptions.executablePath)
  throw new Error(
    'No Chromium found. Install one (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to it.',
  );

/** Tests of the built app. Requires `npm run build`. */
export default defineConfig({
  testDir: 'e2e',
  // Takes minutes; runs only with `npm run endurance` and `npm run screens`.
  testIgnore: [
    ...(process.env.FUDEBAKO_ENDURANCE ? [] : ['endurance.spec.ts']),
    ...(process.env.FUDEBAKO_SCREENS ? [] : ['screens.spec.ts']),
  ],
  // Only `npm run test:deep` runs the tests that measure time or repeat a path with other values.
  ...(isDeep ? {} : { grepInvert: /@deep/ }),
  outputDir: 'test-results',
  fullyParallel: true,
  // Tests also wait, so two more workers than cores keep the cores busy. More than four workers would share one disk.
  workers: Math.min(4, availableParallelism() + 2),
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./e2e/reporter.ts']],
  // Allows for a machine that is busy with other work.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    ...CONTEXT,
    viewport: { width: 1440, height: 900 },
    // Skips animations, which take a tenth of the time. Tests of animations turn animations on.
    reducedMotion: 'reduce',
    // Prevents each visit from filling the offline cache. The tests of the cache allow service workers.
    serviceWorkers: 'block',
    launchOptions,
  },
  webServer: {
    command: `node scripts/serve.mjs --port ${port}`,
    url: `http://localhost:${port}/home`,
    reuseExistingServer: false,
  },
});
