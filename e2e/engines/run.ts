import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { screens } from '../../app/tools/catalog.ts';
import { findChromium } from '../../scripts/dev/setup/chromium.mjs';
import { ENGINES, type EngineDriver, type EngineName, wait } from './engine.ts';
import { findCommand } from './find-command.mjs';
import { makeJourneys } from './journeys.ts';
import { heavyJobs, type Outcome, routeMatrix, writeTables } from './matrix.ts';
import { EnginePage } from './page.ts';
import { startPuppeteer } from './puppeteer-driver.ts';
import { startWebKit } from './webkit-driver.ts';

/**
 * Runs the tests in Chromium, Firefox and WebKitGTK: `npm run test:engines`, after `npm run build`. `--engine firefox`
 * selects an engine, `--only layer` a route. `--write` saves the results in docs/browser-support.md.
 */
const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
  },
});

const port = Number(process.env.E2E_PORT ?? 4318);
const root = resolve(import.meta.dirname, '../..');
if (!existsSync(join(root, 'build/client/index.html'))) throw new Error('Build first: npm run build');

const start: Record<EngineName, () => Promise<EngineDriver>> = {
  chromium: async () => startPuppeteer('chromium', (await findChromium()) ?? missing('chromium-headless-shell')),
  firefox: async () => startPuppeteer('firefox', findCommand('firefox-esr', 'firefox') ?? missing('firefox-esr')),
  webkit: async () =>
    findCommand('WebKitWebDriver') ? startWebKit() : missing('webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb'),
};
function missing(packages: string): never {
  throw new Error(`An engine is not installed. Debian: apt-get install ${packages}`);
}

const folder = mkdtempSync(join(tmpdir(), 'fudebako-engines-'));
const server = spawn(process.execPath, [join(root, 'scripts/serve.mjs'), '--port', String(port)], { stdio: 'ignore' });
const origin = `http://localhost:${port}`;
while (!(await fetch(`${origin}/home`).catch(() => undefined))?.ok) await wait(100);
// Fails if another server uses the port, because the other server could stop during the run.
if (server.exitCode !== null) throw new Error(`Port ${port} is taken: set E2E_PORT`);

const outcomes: Outcome[] = [];
const versions: Partial<Record<EngineName, string>> = {};
try {
  const journeys = (await makeJourneys(folder)).filter(({ route }) => !options.only || options.only.includes(route));
  if (journeys.length === 0) throw new Error(`No journey goes to ${options.only?.join(', ')}`);
  if (!options.only) {
    const left = screens.map(({ route }) => route).filter((route) => !journeys.some((each) => each.route === route));
    if (left.length > 0) throw new Error(`No journey goes to ${left.join(', ')}`);
  }
  for (const engine of ENGINES.filter((name) => !options.engine || options.engine.includes(name))) {
    const driver = await start[engine]();
    versions[engine] = driver.version;
    console.log(driver.version);
    try {
      for (const { route, what, visit } of journeys) {
        const begun = performance.now();
        let note: string;
        let failed = false;
        const page = new EnginePage(driver, origin);
        try {
          await driver.fresh();
          note = await visit(page);
          const errors = await page.errors();
          if (errors.length > 0) throw new Error(`The page says: ${[...new Set(errors)].join('; ')}`);
        } catch (error) {
          failed = true;
          note = [error instanceof Error ? error.message : String(error), ...driver.consoleErrors()].join(' | ');
        }
        const seconds = (performance.now() - begun) / 1000;
        const { workSeconds } = page;
        outcomes.push({ engine, route, what, note, failed, seconds, workSeconds });
        console.log(`${failed ? '✗' : '✓'} ${route}${what ? ` ${what}` : ''}: ${note} (${seconds.toFixed(1)} s)`);
      }
    } finally {
      await driver.close();
    }
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
const matrix = routeMatrix(outcomes, versions);
const jobs = heavyJobs(outcomes, versions);
console.log(jobs);
if (options.write) writeTables(join(root, 'docs/browser-support.md'), { matrix, jobs });
const failures = outcomes.filter(({ failed }) => failed).length;
console.log(`${outcomes.length - failures} of ${outcomes.length} journeys hold`);
process.exit(failures > 0 ? 1 : 0);
