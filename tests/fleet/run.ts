import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { Random } from '../fuzz/random.ts';
import { endAll, launch, run, until } from './processes.ts';
import { type Slurm, startSlurm } from './slurm.ts';

/**
 * `npm run fleet`: runs the examples for Slurm and GNU parallel, kills tasks, and compares with a single run. Requires
 * the Debian packages `slurm-wlm` and `parallel`.
 */

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
  await makeImages();
  await command('scale', 'photos', '-o', 'single', '--ratio', '0.5');
  const slices = await planSlices();

  const cluster = await startSlurm(at('slurm'), env);
  slurm = cluster;
  const submit = () => cluster.submit(folder, join(root, 'examples/slurm/scale.sbatch'), 'photos', 'slurm-out');
  const job = await submit();
  const ends = { SIGTERM: [], SIGKILL: ['--signal=KILL', '--full'] };
  for (const [index, [signal, flags]] of Object.entries(ends).entries()) {
    await inTheMiddle('slurm-out', slices[index] ?? []);
    await cluster.cancel(`${job}_${index}`, ...flags);
    console.log(`Slurm: ${signal} to task ${index}`);
  }
  await cluster.finished(job);
  proveResults('slurm-out', false);
  await cluster.finished(await submit());
  proveResults('slurm-out', true);
  await cluster.stop();
  slurm = undefined;

  const script = join(root, 'examples/gnu-parallel/scale.sh');
  const parallel = () => launch(script, ['photos', 'parallel-out', String(SLICES)], { cwd: folder, env }).ended;
  const first = parallel();
  await inTheMiddle('parallel-out', slices[1] ?? []);
  process.kill(processOf(`--shard 2/${SLICES}`), 'SIGKILL');
  console.log('GNU parallel: SIGKILL to slice 2');
  await first;
  proveResults('parallel-out', false);
  await parallel();
  proveResults('parallel-out', true);
  console.log('All results match a single run byte for byte; no partial and no extra files.');
}

/** Creates images of random sizes in seven folders. Most of them are small. */
async function makeImages(): Promise<void> {
  const random = new Random(19);
  for (let index = 0; index < IMAGES; index++) {
    const width = Math.round(2400 / random.between(1, 40));
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const album = at('photos', `album-${index % 7}`);
    mkdirSync(album, { recursive: true });
    await sharp({
      create: { width, height: random.between(width, 2 * width), channels: 3, background: '#888', noise },
    }).toFile(join(album, `${String(index).padStart(3, '0')}.${index % 4 === 0 ? 'png' : 'jpg'}`));
  }
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

function processOf(words: string): number {
  const pid = readdirSync(at('pids')).find((each) => readFileSync(at('pids', each), 'utf8').includes(words));
  if (pid === undefined) throw new Error(`No process has ${words}`);
  return Number(pid);
}

/**
 * Compares the results of shards with those of a single run. Throws Error for a result with other bytes. If `all`,
 * also throws for a missing result, an extra file or an input without exactly one successful line in the reports.
 */
function proveResults(out: string, all: boolean): void {
  const expected = filesIn(at('single'));
  const results = filesIn(at(out)).filter((name) => all || !name.endsWith('.part'));
  for (const name of results)
    if (!expected.includes(name) || !readFileSync(at(out, name)).equals(readFileSync(at('single', name))))
      throw new Error(`${out}/${name} differs from the single run`);
  console.log(`  ${results.length} of ${expected.length} results, all complete`);
  if (!all) return;
  if (results.length < expected.length) throw new Error(`${out}: ${expected.length - results.length} missing`);
  const reports = filesIn(at(`${out}.reports`)).map((name) => readFileSync(at(`${out}.reports`, name), 'utf8'));
  const lines = linesOf(reports.join(''));
  const failed = lines.find(({ error }) => error !== undefined);
  if (failed) throw new Error(`${failed.input} failed: ${JSON.stringify(failed.error)}`);
  const reported = lines.flatMap(({ input }) => (typeof input === 'string' ? [input] : []));
  const inputs = filesIn(at('photos')).map((name) => `photos/${name}`);
  if (reported.sort().join() !== inputs.join())
    throw new Error(`${out}: ${reported.length} of ${inputs.length} reported`);
}

/** Lists the files in a folder tree, including hidden files, sorted by name. */
function filesIn(tree: string): string[] {
  if (!existsSync(tree)) return [];
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(tree.length + 1))
    .sort();
}

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
