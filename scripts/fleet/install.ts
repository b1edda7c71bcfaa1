import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.ts';

/** Debian packages, each with the programs that the package installs. */
const packages = { 'slurm-wlm': ['slurmctld', 'slurmd', 'sbatch', 'munged'], parallel: ['parallel'] } as const;

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];
const isThere = (program: string) => folders.some((folder) => existsSync(join(folder, program)));

/** @throws Error with the command to run, if the user lacks permission to install Slurm or GNU parallel */
export async function installSchedulers(): Promise<void> {
  const missing = Object.entries(packages).flatMap(([name, programs]) => (programs.every(isThere) ? [] : [name]));
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  if (process.getuid?.() !== 0 || !isThere('apt-get'))
    throw new Error(`Install ${missing.join(' and ')} first: sudo apt-get ${install.join(' ')}`);
  console.log(`Installing ${missing.join(' and ')}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', install, { env });
}
