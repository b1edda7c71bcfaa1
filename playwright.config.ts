import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CONTEXT, chromiumLaunch } from './scripts/setup/chromium.mjs';

const port = process.env.E2E_PORT ?? '4317';
/** Machine code that the engine makes of what runs often grows for long, and is nothing that the page leaves behind. */
const WITHOUT_COMPILED_CODE = ['--js-flags=--no-sparkplug --no-maglev --no-turbofan'];
const launchOptions = await chromiumLaunch(process.env.FUDEBAKO_ENDURANCE ? WITHOUT_COMPILED_CODE : []);
if (!launchOptions.executablePath)
  throw new Error(
    'No Chromium found. Install one (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to it.',
  );

/** Journeys through the built page: `npm run build` first. */
export default defineConfig({
  testDir: 'e2e',
  // Minutes of work, by `npm run endurance` and `npm run screens`.
  testIgnore: [
    ...(process.env.FUDEBAKO_ENDURANCE ? [] : ['endurance.spec.ts']),
    ...(process.env.FUDEBAKO_SCREENS ? [] : ['screens.spec.ts']),
  ],
  outputDir: 'test-results',
  fullyParallel: true,
  // Journeys also wait, so one more than there are cores keeps the cores busy. More than four would share one disk.
  workers: Math.min(4, availableParallelism() + 1),
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./e2e/skip-reporter.ts']],
  // Long enough for a machine whose cores are busy with other work.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    ...CONTEXT,
    viewport: { width: 1440, height: 900 },
    // Frames of movements that nothing here looks at cost a tenth of the time; what moves is tested where it is switched on.
    reducedMotion: 'reduce',
    // Filling the offline cache on each of hundreds of visits proves nothing; the test of it allows it.
    serviceWorkers: 'block',
    launchOptions,
  },
  webServer: {
    command: `node scripts/serve.mjs --port ${port}`,
    url: `http://localhost:${port}/home`,
    reuseExistingServer: false,
  },
});
