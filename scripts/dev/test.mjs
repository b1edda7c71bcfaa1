/**
 * `npm test`: runs every check before a merge. `npm run test:deep` repeats the tests with all seeds, sizes and files,
 * and measures time and memory.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  checkSamples,
  ensureBrowser,
  ensureDependencies,
  ensureFfmpeg,
  ensureShells,
  fail,
  root,
} from './setup/prepare.mjs';

checkSamples();
await ensureDependencies();
await ensureBrowser();
await ensureFfmpeg();
await ensureShells();

// End-to-end tests expect a site without a support address or ads.
delete process.env.SUPPORT_ADDRESS;
delete process.env.ADVERTISING;

/** Failed tests of all steps, which the reporters of Vitest and Playwright write. */
const failures = join(root, 'node_modules', '.cache', 'failed-tests.txt');
mkdirSync(dirname(failures), { recursive: true });
rmSync(failures, { force: true });
process.env.FUDEBAKO_FAILURES = failures;

/** Runs a program and resolves to whether it succeeded. Collects its output if `output` is given. */
function succeeds(command, args, env, output) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: output ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

const failed = [];

/** Runs one step of the tests and prints its time. Resolves to whether it passed. */
async function step(name, command, args, { env = {}, output } = {}) {
  const print = (text) => (output ? output.push(Buffer.from(`${text}\n`)) : console.log(text));
  print(`\nfudebako: ${name}`);
  const start = performance.now();
  const isPassed = await succeeds(command, args, env, output);
  if (!isPassed) failed.push(name);
  print(`fudebako: ${name}: ${Math.round((performance.now() - start) / 1000)} s${isPassed ? '' : ', failed'}`);
  return isPassed;
}

/**
 * Builds the app and runs checks at the same time as the unit tests. Prints the output of all checks at the end.
 * Resolves to whether the app was built.
 */
async function besideUnitTests() {
  const output = [];
  const isBuilt = await step('build', process.execPath, ['scripts/dev/setup/build.mjs'], { output });
  if (isBuilt) await step('tests of the built app', 'npx', ['vitest', 'run', '--project', 'built'], { output });
  await step('types', process.execPath, ['scripts/dev/typecheck.mjs'], { output });
  // Runs the tests that depend on system fonts. All other tests load fonts from files.
  if (isDeep)
    await step(
      'columns once more, where the system has one font and no Japanese',
      'npx',
      ['vitest', 'run', 'tests/text/vertical.browser.test.ts', '--project', 'browser'],
      { env: { FUDEBAKO_TEST_FONTS: 'bare' }, output },
    );
  process.stdout.write(Buffer.concat(output));
  return isBuilt;
}

const isDeep = process.argv[2] === 'deep';
const deep = isDeep ? { FUDEBAKO_DEEP: '1' } : {};

// A failed step doesn't stop the other steps, which may fail for other reasons.
if (!isDeep) await step('code style', 'npm', ['run', '--silent', 'lint']);
// Builds during the tests, because a build alone would use only one CPU core.
const beside = besideUnitTests();
await step(
  'unit and contract tests, in Node and in Chromium',
  'npx',
  ['vitest', 'run', '--project', 'node', '--project', 'reloading', '--project', 'browser'],
  { env: deep },
);
if (await beside) {
  const journeys = ['playwright', 'test'];
  await step('end-to-end journeys', 'npx', [...journeys, '--grep-invert', '@deep'], { env: deep });
  // Runs the journeys that measure time one at a time.
  if (isDeep)
    await step('journeys of test:deep', 'npx', [...journeys, '--grep', '@deep', '--workers', '1'], { env: deep });
} else failed.push('end-to-end journeys, which need the build');
// Names the failed tests again, because logs of CI are read from their end.
if (existsSync(failures)) console.error(`\nfudebako: failed tests:\n${readFileSync(failures, 'utf8')}`);
if (failed.length > 0) fail(`failed: ${failed.join('; ')}`);
