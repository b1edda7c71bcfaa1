import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchOptions } from './options.ts';
import { installContestants, type Work, works } from './scaled-works.ts';
import { type Run, timed } from './timed-program.ts';
import { writeTable } from './write-table.ts';

/** `npm run bench -- --scaled`: scales photos with Fudebako and other complete programs. For options, see `bench.ts`. */

const { only, number: count, has } = benchOptions('count', 800);

const OURS = 'fudebako';

interface Measured extends Run {
  /** Size of all results in bytes. */
  readonly bytes: number;
}

const medianByCpu = (runs: readonly Measured[]) => runs.toSorted((a, b) => a.cpuMs - b.cpuMs)[runs.length >> 1];

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size;
  return bytes;
}

/** Measures a program. Returns `undefined` if the program isn't installed. */
async function measure(command: string, { rounds }: Work, source: string): Promise<Measured | undefined> {
  const runs: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const target = join(folder, 'results');
    await mkdir(target);
    const run = await timed(command, [source, target, folder]);
    if (run) runs.push({ ...run, bytes: await sizeOf(target) });
    await rm(target, { recursive: true });
  }
  return medianByCpu(runs);
}

const folder = await mkdtemp(join(tmpdir(), 'fudebako-scaled-'));
try {
  await installContestants(folder);
  const rows: string[][] = [];
  for (const [index, work] of works(count).entries()) {
    const contestants = Object.entries(work.commands).filter(([name]) => only.test(`${work.name}, ${name}`));
    if (contestants.length === 0) continue;
    const source = join(folder, `photos-${index}`);
    await mkdir(source);
    await work.prepare(source);
    let ours: Measured | undefined;
    for (const [contestant, command] of contestants) {
      const run = await measure(command, work, source);
      if (!run) {
        process.stdout.write(`skipped, not installed: ${contestant}\n`);
        continue;
      }
      if (contestant === OURS) ours = run;
      const part = (of: keyof Measured) =>
        contestant === OURS ? '' : ((ours?.[of] ?? Number.NaN) / run[of]).toFixed(2);
      rows.push([
        ...[work.name, contestant, `${(run.ms / 1000).toFixed(1)} s`],
        ...[`${(run.cpuMs / 1000).toFixed(2)} s`, part('cpuMs')],
        ...[`${Math.round(run.megabytes)} MB`, part('megabytes'), `${(run.bytes / 1e6).toFixed(2)} MB`],
      ]);
      process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
    }
    await rm(source, { recursive: true });
  }
  const head = [
    ...['work', 'program', 'time', 'CPU time', 'CPU ratio', 'peak memory', 'memory ratio', 'size of results'],
  ];
  if (has('write')) await writeTable('scaled', head, rows);
} finally {
  await rm(folder, { recursive: true });
}
