import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeImages } from '../../platform/images.ts';
import { JPEG_QUALITY } from './images.ts';
import { paintPhoto } from './photos.ts';
import { writeTable } from './write-table.ts';

/** `npm run bench -- --cache [--count N]`: scales photos twice with `--cache`, and measures the second run. */

const { values } = parseArgs({
  options: { cache: { type: 'boolean' }, count: { type: 'string', default: '1000' }, write: { type: 'boolean' } },
});
const count = Number(values.count);
if (!Number.isInteger(count) || count < 1) throw new Error('--count must be 1 or more');

const program = resolve(import.meta.dirname, '../../fudebako.mjs');

interface Run {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

async function timed(cwd: string, args: readonly string[]): Promise<Run> {
  const script = `TIMEFORMAT='%R %U %S'; time "$@" >log 2>&1`;
  const child = spawn('bash', ['-c', script, 'bench', process.execPath, program, ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (part) => {
    output += part;
  });
  const code = await new Promise<number | null>((done, fail) => child.on('close', done).on('error', fail));
  const [seconds = 0, user = 0, system = 0] = output.trim().split(' ').map(Number);
  if (code !== 0 || seconds === 0) throw new Error(`${args.join(' ')}: ${output}`);
  return { seconds, cpuSeconds: user + system };
}

const folder = await mkdtemp(join(tmpdir(), 'fudebako-cache-'));
try {
  await mkdir(join(folder, 'photos'));
  const photo = paintPhoto({ width: 1632, height: 1224 });
  for (let index = 0; index < count; index++) {
    // Changes one row, because the cache stores equal results only once.
    photo.data.fill(index, 0, photo.width * 4);
    const jpeg = await nodeImages.encodeJpeg(photo, JPEG_QUALITY / 100);
    await writeFile(join(folder, `photos/photo-${String(index).padStart(4, '0')}.jpg`), jpeg);
  }
  // Compiles the sources before measuring, because only the first run of a checkout compiles.
  execFileSync(process.execPath, [program, 'scale', 'photos/photo-0000.jpg', '-o', 'warm.jpg', '--ratio', '0.5'], {
    cwd: folder,
    stdio: 'ignore',
  });
  const line = ['scale', 'photos', '-o', 'out', '--long-edge', '800', '--force'];
  const cached = [...line, '--cache', 'cache'];
  const rows: string[][] = [];
  let whole: Run | undefined;
  const measure = async (name: string, args: readonly string[]) => {
    const run = await timed(folder, args);
    whole ??= run;
    const part = (of: keyof Run) => `${((run[of] / (whole as Run)[of]) * 100).toFixed(1)}%`;
    const row = [
      name,
      `${run.seconds.toFixed(2)} s`,
      part('seconds'),
      `${run.cpuSeconds.toFixed(2)} s`,
      part('cpuSeconds'),
    ];
    rows.push(row);
    process.stdout.write(`${row.join('  ')}\n`);
  };
  await measure('run without a cache', line);
  await rm(join(folder, 'out'), { recursive: true });
  await measure('first run, fills the cache', cached);
  await measure('second run', cached);
  await measure('third run', cached);
  await measure('`--changed`', [...cached, '--changed']);
  await measure('`--dry-run` without a cache: start and planning only', [...line, '--dry-run']);
  await rm(join(folder, 'cache/hashes'));
  await measure('run without remembered hashes', cached);
  await rm(join(folder, 'out'), { recursive: true });
  await measure('run into an empty folder: copies and flushes', cached);
  const head = [`${count} photos of 2 MP to 800 px`, 'time', 'of the first', 'CPU time', 'of the first'];
  if (values.write) await writeTable('cache', head, rows);
} finally {
  await rm(folder, { recursive: true });
}
