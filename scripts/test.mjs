import {
  checkSamples,
  ensureBrowser,
  ensureBuild,
  ensureDependencies,
  ensureFfmpeg,
  ensureShells,
  fail,
  run,
} from './setup/prepare.mjs';

checkSamples();
await ensureDependencies();
await ensureBrowser();
await ensureFfmpeg();
await ensureShells();

/** Runs one step of the check; what fails ends it. */
function step(name, command, args, env = {}) {
  console.log(`\nfudebako: ${name}`);
  const start = performance.now();
  if (!run(command, args, { env })) fail(`failed: ${name}`);
  console.log(`fudebako: ${name}: ${Math.round((performance.now() - start) / 1000)} s`);
}

step('code style', 'npm', ['run', '--silent', 'lint']);
step('types (core without DOM and Node, app, scripts, tests)', 'npm', ['run', '--silent', 'typecheck']);
// The journeys look at a site without a mailbox and without advertisements.
delete process.env.SUPPORT_ADDRESS;
delete process.env.ADVERTISING;
// Before the tests: some look at what a visitor is sent.
await ensureBuild();
step('unit and contract tests, in Node and in Chromium', 'npx', ['vitest', 'run']);
// Only these look at the browser's own text, which falls back on what the system has; the others name their files.
step(
  'columns once more, where the system has one font and no Japanese',
  'npx',
  ['vitest', 'run', 'tests/text/vertical.browser.test.ts', '--project', 'browser'],
  {
    FUDEBAKO_TEST_FONTS: 'bare',
  },
);
step('end-to-end journeys', 'npx', ['playwright', 'test', '--grep-invert', '@alone']);
// What measures the page has the machine to itself.
step('end-to-end journeys that measure', 'npx', ['playwright', 'test', '--grep', '@alone', '--workers', '1']);
