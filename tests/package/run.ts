/**
 * `npm run test:package -- 20 22 24`: runs the tests of the packed package with versions of Node.js. npm installs these
 * versions, the package and its dependencies from the registry. Without versions, tests all supported versions.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { root } from './installed.ts';

const SUPPORTED = ['20', '22', '24'];

const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';

/** Returns the path of the executable of a Node.js version; the version is a number such as `22`. */
const nodeOf = (version: string): string =>
  execFileSync(npx, ['--yes', '--loglevel', 'error', '-p', `node@${version}`, 'node', '-p', 'process.execPath'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** Tests the package with one version of Node.js. Returns the outcome for the summary. */
function testWith(version: string): string {
  let program: string;
  try {
    program = nodeOf(version);
  } catch (error) {
    const { stderr } = error as { stderr: string };
    const [reason] = /(?<=npm error (?!code).*)\S.*/.exec(stderr) ?? [stderr.trim()];
    return `skipped, because npm can't install node@${version}: ${reason}`;
  }
  console.log(`\nfudebako: package on Node.js ${version}`);
  const env = { ...process.env, FUDEBAKO_NODE: program, FUDEBAKO_INSTALL: 'npm' };
  const { status } = spawnSync(npx, ['vitest', 'run', '--project', 'node', 'tests/package'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
  return `${status === 0 ? 'passed' : 'failed'} (${execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()})`;
}

const versions = process.argv.slice(2);
const outcomes = (versions.length > 0 ? versions : SUPPORTED).map((version) => [version, testWith(version)]);
for (const [version, outcome] of outcomes) console.log(`Node.js ${version}: ${outcome}`);
if (!outcomes.some(([, outcome]) => outcome?.startsWith('passed'))) process.exitCode = 1;
