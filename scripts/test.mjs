import { ensureBrowser, ensureBuild, ensureDependencies, fail, run } from './setup/prepare.mjs';

await ensureDependencies();
await ensureBrowser();

const steps = [
  ['code style', 'npm', ['run', '--silent', 'lint']],
  ['types (core without DOM and Node, app, scripts, tests)', 'npm', ['run', '--silent', 'typecheck']],
  ['unit and contract tests, in Node and in Chromium', 'npx', ['vitest', 'run']],
];
for (const [name, command, args] of steps) {
  console.log(`\nfudebako: ${name}`);
  if (!run(command, args)) fail(`failed: ${name}`);
}

await ensureBuild();
const journeys = [
  ['end-to-end journeys', ['--grep-invert', '@alone']],
  // What measures the page has the machine to itself.
  ['end-to-end journeys that measure', ['--grep', '@alone', '--workers', '1']],
];
for (const [name, args] of journeys) {
  console.log(`\nfudebako: ${name}`);
  if (!run('npx', ['playwright', 'test', ...args])) fail(`failed: ${name}`);
}
