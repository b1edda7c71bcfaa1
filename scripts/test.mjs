import { spawn } from 'node:child_process';
import {
  checkSamples,
  ensureBrowser,
  ensureBuild,
  ensureDependencies,
  ensureFfmpeg,
  ensureShells,
  fail,
  root,
  run,
} from './setup/prepare.mjs';

checkSamples();
await ensureDependencies();
await ensureBrowser();
await ensureFfmpeg();
await ensureShells();

/** Runs one step of the tests. Exits if the step fails. */
function step(name, command, args, env = {}) {
  console.log(`\nfudebako: ${name}`);
  const start = performance.now();
  if (!run(command, args, { env })) fail(`failed: ${name}`);
  console.log(`fudebako: ${name}: ${Math.round((performance.now() - start) / 1000)} s`);
}

/** Checks the types in a second process while tests run. Resolves to whether the types are correct. */
function typesInBackground() {
  const child = spawn(process.execPath, ['scripts/typecheck.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

step('code style', 'npm', ['run', '--silent', 'lint']);
const typesPass = typesInBackground();
// End-to-end tests expect a site without support address and ads, independent of environment variables.
delete process.env.SUPPORT_ADDRESS;
delete process.env.ADVERTISING;
// Builds before the unit tests, because some unit tests read the built app.
await ensureBuild();
step('unit and contract tests, in Node and in Chromium', 'npx', ['vitest', 'run']);
// Runs the tests that depend on system fonts. All other tests load fonts from files.
step(
  'columns once more, where the system has one font and no Japanese',
  'npx',
  ['vitest', 'run', 'tests/text/vertical.browser.test.ts', '--project', 'browser'],
  {
    FUDEBAKO_TEST_FONTS: 'bare',
  },
);
if (!(await typesPass)) fail('failed: types (core without DOM and Node, app, scripts, tests)');
step('end-to-end journeys', 'npx', ['playwright', 'test', '--grep-invert', '@alone']);
// Runs the end-to-end tests that measure time, one test at a time.
step('end-to-end journeys that measure', 'npx', ['playwright', 'test', '--grep', '@alone', '--workers', '1']);
