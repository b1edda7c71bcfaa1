/**
 * `npm run test:package -- 20 22 24`: runs the tests of the packed package with versions of Node.js, which `npx` installs
 * from the npm registry. Without versions, uses the installed Node.js.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { root } from './installed.ts';

const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';

/** Returns the path of the executable of a Node.js version; the version is a number such as `22`. */
const nodeOf = (version: string): string =>
  execFileSync(npx, ['--yes', '-p', `node@${version}`, 'node', '-p', 'process.execPath'], { encoding: 'utf8' }).trim();

const versions = process.argv.slice(2);
const programs = versions.length > 0 ? versions.map(nodeOf) : [process.execPath];
for (const program of programs) {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`\nfudebako: package on Node.js ${version}`);
  const env = { ...process.env, FUDEBAKO_NODE: program };
  const { status } = spawnSync(npx, ['vitest', 'run', '--project', 'node', 'tests/package'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
