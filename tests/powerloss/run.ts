import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { Random } from '../fuzz/random.ts';

/**
 * `npm run powerloss`: simulates 20 power cuts, each while the command writes 200 files to a separate ext4 file system;
 * see CONTRIBUTING.md. A power cut is a shutdown of ext4 without a flush of its log, which loses
 * everything that was written without fsync.
 */

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, cuts: { type: 'string', default: '20' } },
});
const FILES = 200;

const missing = ['mkfs.ext4', 'mount', 'umount', 'perl'].filter((name) => spawnSync('which', [name]).status !== 0);
if (process.getuid?.() !== 0 || process.platform !== 'linux' || missing.length > 0) {
  const needs = missing.length > 0 ? ` Missing: ${missing.join(', ')}.` : '';
  console.error(`npm run powerloss needs Linux, root, mkfs.ext4, mount and perl: it mounts a file system.${needs}`);
  process.exit(1);
}

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'fudebako-powerloss-'));
const [image, disk, inputs, reference] = ['disk.img', 'disk', 'in', 'reference'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
  string,
];
const out = join(disk, 'out');

const mount = () => execFileSync('mount', ['-o', 'loop,commit=300', image, disk]);
const unmount = () => execFileSync('umount', [disk]);

/** The ioctl EXT4_IOC_SHUTDOWN with the flag EXT4_GOING_FLAGS_NOLOGFLUSH. */
const SHUTDOWN =
  'open(my $f, "<", $ARGV[0]) or die $!; my $flags = pack("I", 2); ioctl($f, 0x8004587D, $flags) or die $!;';

function cutPower(): void {
  execFileSync('perl', ['-e', SHUTDOWN, disk]);
}

function newDisk(): void {
  rmSync(image, { force: true });
  execFileSync('truncate', ['-s', '128M', image]);
  execFileSync('mkfs.ext4', ['-q', '-F', image]);
  mount();
}

function command(output: string, ...flags: string[]): ChildProcess {
  const args = ['scripts/fudebako.mjs', 'scale', inputs, '-o', output, '--ratio', '0.5', ...flags];
  return spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
}

async function finish(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

const resultsIn = (place: string) =>
  existsSync(place) ? readdirSync(place).filter((name) => !name.startsWith('.')) : [];

/** Waits until `count` result files have their final names, or the command has ended. */
async function reach(count: number, child: ChildProcess): Promise<void> {
  while (resultsIn(out).length < count && child.exitCode === null)
    await new Promise((resolve) => setImmediate(resolve));
}

const problems: string[] = [];

/** Compares the results on the disk with the reference. */
function look(when: string, isComplete: boolean): number {
  const whole = resultsIn(out).filter((name) =>
    readFileSync(join(out, name)).equals(readFileSync(join(reference, name))),
  );
  for (const name of resultsIn(out)) if (!whole.includes(name)) problems.push(`${when}: ${name} is not whole`);
  if (isComplete && whole.length < FILES) problems.push(`${when}: ${FILES - whole.length} results are missing`);
  const parts = existsSync(out) ? readdirSync(out).filter((name) => name.startsWith('.')) : [];
  if (isComplete && parts.length > 0) problems.push(`${when}: left ${parts}`);
  return whole.length;
}

try {
  for (const name of [disk, inputs]) mkdirSync(name);
  for (let index = 0; index < FILES; index++) {
    const noise = Uint8Array.from(
      { length: 60 * 40 * 3 },
      (_, at) => Math.imul(at + index * 7919, 2_654_435_761) >>> 24,
    );
    const noisy = sharp(noise, { raw: { width: 60, height: 40, channels: 3 } });
    await noisy.toFile(join(inputs, `${String(index).padStart(3, '0')}.${index % 2 ? 'jpg' : 'png'}`));
  }
  const { code, stderr } = await finish(command(reference));
  if (code !== 0) throw new Error(stderr);

  const random = new Random(Number(values.seed));
  for (let cut = 1; cut <= Number(values.cuts); cut++) {
    newDisk();
    const child = command(out);
    const ended = finish(child);
    const count = random.below(FILES);
    await reach(count, child);
    cutPower();
    child.kill('SIGKILL');
    await ended;
    unmount();
    mount();
    const left = look(`cut ${cut}, after ${count} results`, false);
    const again = await finish(command(out, '--skip-existing'));
    if (again.code !== 0) problems.push(`cut ${cut}: the second run ended with ${again.code}: ${again.stderr}`);
    look(`cut ${cut}, second run`, true);
    console.log(`cut ${cut}: after ${count} results; ${left} whole on the disk, the second run completed them`);
    unmount();
  }
  for (const flags of [[], ['--no-sync']]) {
    newDisk();
    const finished = await finish(command(out, ...flags));
    cutPower();
    unmount();
    mount();
    const when = ['after exit code 0', ...flags].join(', ');
    if (finished.code !== 0) problems.push(`${when}: ended with ${finished.code}`);
    if (flags.length === 0) look(when, true);
    else if (resultsIn(out).length === FILES)
      problems.push(`${when}: nothing was lost, so that the cuts prove nothing`);
    console.log(`${when}: ${resultsIn(out).length} of ${FILES} results on the disk`);
    unmount();
  }
} finally {
  spawnSync('umount', [disk], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.log(problem);
console.log(`seed ${values.seed}: ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
