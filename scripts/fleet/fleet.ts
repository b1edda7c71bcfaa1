import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { simulateBalance } from './balance.ts';
import { installSchedulers } from './install.ts';
import { makePictures } from './pictures.ts';
import { endAll, launch, run, until } from './processes.ts';
import { filesIn, linesOf, proveAll, provePartial, proveReports } from './prove.ts';
import { type Slurm, startSlurm } from './slurm.ts';

/** `npm run fleet`: runs the examples for Slurm and GNU parallel, kills tasks, and compares with a single run. */

const IMAGES = 400;
const SLICES = 8;
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'fudebako-fleet-'));
const at = (...names: string[]) => join(folder, ...names);
const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${at('bin')}:${process.env.PATH}`, FLEET_PIDS: at('pids') };
let slurm: Slurm | undefined;

async function cleanUp(): Promise<void> {
  await slurm?.stop().catch((error) => console.error(String(error)));
  await endAll();
  rmSync(folder, { recursive: true, force: true });
}

for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) // biome-ignore format: pairs
  process.once(signal, () => void cleanUp().finally(() => process.exit(code)));

try {
  simulateBalance();
  await installSchedulers();
  await prove();
} catch (error) {
  console.error(`fleet: ${error instanceof Error ? error.message : error}`);
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.log')))
    console.error(`${name}: ${readFileSync(at(name), 'utf8').slice(-500)}`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

async function prove(): Promise<void> {
  prepareCommand();
  await makePictures(at('photos'), IMAGES);
  const inputs = filesIn(at('photos')).map((name) => `photos/${name}`);
  console.log(`\n${inputs.length} images on ${availableParallelism()} CPUs`);
  const single = (out: string, ...flags: string[]) => command('scale', 'photos', '-o', out, '--ratio', '0.5', ...flags);
  await timed('one process, one picture at a time', () => single('single', '--jobs', '1'));
  await timed('one process, a thread for each processor', () => single('threads'));
  proveAll(at('threads'), at('single'));
  const slices = await planSlices();

  const cluster = await startSlurm(at('slurm'), env);
  slurm = cluster;
  const array = (out: string) => cluster.submit(folder, join(root, 'examples/slurm/scale.sbatch'), 'photos', out);
  await timed(`Slurm, an array of ${SLICES}`, async () => cluster.finished(await array('array')));
  proveComplete('array', inputs);
  const job = await array('killed');
  const ends = { SIGTERM: [], SIGKILL: ['--signal=KILL', '--full'] };
  for (const [index, [signal, flags]] of Object.entries(ends).entries()) {
    await inTheMiddle('killed', slices[index] ?? []);
    await cluster.cancel(`${job}_${index}`, ...flags);
    console.log(`  ${signal} to task ${index}`);
  }
  await cluster.finished(job);
  printProgress('killed');
  await timed('  the same array again', async () => cluster.finished(await array('killed')));
  proveComplete('killed', inputs);
  await cluster.stop();
  slurm = undefined;

  const parallel = (out: string) =>
    launch(join(root, 'examples/gnu-parallel/scale.sh'), ['photos', out, String(SLICES)], { cwd: folder, env }).ended;
  await timed(`GNU parallel, ${SLICES} slices`, () => parallel('parallel'));
  proveComplete('parallel', inputs);
  const first = parallel('shot');
  await inTheMiddle('shot', slices[1] ?? []);
  process.kill(processOf(`--shard 2/${SLICES}`, 'shot'), 'SIGKILL');
  console.log('  SIGKILL to slice 2');
  await first;
  printProgress('shot');
  await timed('  the same line again', () => parallel('shot'));
  proveComplete('shot', inputs);
  console.log('\nAll results match a single run byte for byte; no partial and no extra files.');
}

/** Puts a program `fudebako` on the PATH. The program runs the command of this checkout and records its process ID. */
function prepareCommand(): void {
  mkdirSync(at('bin'));
  mkdirSync(at('pids'));
  const lines = [
    '#!/bin/sh',
    'echo "$*" > "$FLEET_PIDS/$$"',
    `exec '${process.execPath}' '${join(root, 'scripts/fudebako.mjs')}' "$@"`,
  ];
  writeFileSync(at('bin/fudebako'), `${lines.join('\n')}\n`);
  chmodSync(at('bin/fudebako'), 0o755);
}

function command(...args: string[]): Promise<string> {
  return run(at('bin/fudebako'), args, { cwd: folder, env });
}

/** Lists the output files of each slice, as printed by `--dry-run`. */
function planSlices(): Promise<string[][]> {
  const plan = async (_: unknown, index: number) => {
    const shard = ['--shard', `${index + 1}/${SLICES}`, '--dry-run', '--json'];
    const text = await command('scale', 'photos', '-o', 'out', '--ratio', '0.5', ...shard);
    return linesOf(text).flatMap(({ output }) => (typeof output === 'string' ? [output.replace(/^out\//, '')] : []));
  };
  return Promise.all(Array.from({ length: SLICES }, plan));
}

/** Waits until some results of a slice exist, but not all. */
async function inTheMiddle(out: string, slice: readonly string[]): Promise<void> {
  const made = () => filesIn(at(out)).filter((name) => slice.includes(name)).length;
  await until(`some of a slice's results in ${out}`, () => made() >= 5, 300);
  if (made() >= slice.length) throw new Error('The slice finished before it could be killed');
}

function processOf(...words: string[]): number {
  const pid = readdirSync(at('pids')).find((each) => {
    const line = readFileSync(at('pids', each), 'utf8');
    return words.every((word) => line.includes(word));
  });
  if (pid === undefined) throw new Error(`No process has ${words.join(' ')}`);
  return Number(pid);
}

function printProgress(out: string): void {
  const { complete: whole, unnamed } = provePartial(at(out), at('single'));
  console.log(`  ${whole} of ${IMAGES} results, all complete; ${unnamed} part files`);
}

function proveComplete(out: string, inputs: readonly string[]): void {
  proveAll(at(out), at('single'));
  proveReports(at(`${out}.reports`), inputs);
}

async function timed(what: string, act: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await act();
  console.log(`${what.padEnd(44)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`);
}
