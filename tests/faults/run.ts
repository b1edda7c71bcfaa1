import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** `npm run faults`: every fault at every call, including the long command; see CONTRIBUTING.md. */

const args = ['vitest', 'run', '--project', 'node', '--project', 'reloading', 'tests/faults'];
const { status } = spawnSync('npx', args, {
  cwd: resolve(import.meta.dirname, '../..'),
  env: { ...process.env, FAULTS: 'all' },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
