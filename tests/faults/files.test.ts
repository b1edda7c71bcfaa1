import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { commandHere, emptyFolder, type Finished, filesIn, write, writeImage } from '../command/harness.ts';
import { deepOr } from '../deep.ts';
import { Random } from '../fuzz/random.ts';
import { wavOf } from '../wav.ts';
import { type Fault, type FileCall, installFaults } from './fault-shim.ts';

/**
 * Tests commands by fault injection: counts a command's file system calls, then runs it once per call and makes that
 * call fail. Consecutive calls get different error codes. With `FAULTS=all`, each call fails once with every code.
 */
const ALL = process.env.FAULTS === 'all';
const SEED = 7;

const CODES = ['EIO', 'ENOSPC', 'EDQUOT', 'EMFILE', 'EINTR'];

/** File system calls that allocate disk space, and therefore fail on a full disk. */
const TAKES_SPACE = ['write', 'mkdir', 'link'];

/**
 * Returns the faults to inject into a call, one per run: error codes, and `short` for a partial transfer. After the
 * fault `ENOSPC, staying`, all later calls that allocate disk space fail too.
 */
function faultsOf({ name }: FileCall, n: number): readonly string[] {
  const codes = ALL ? CODES : [CODES[n % CODES.length] as string];
  const transfer = name === 'read' || name === 'write' ? ['short'] : [];
  return [...codes, ...transfer, ...(TAKES_SPACE.includes(name) ? ['ENOSPC, staying'] : [])];
}

interface Subject {
  readonly name: string;
  readonly args: readonly string[];
  readonly inputs: readonly string[];
  /** Paths of the result files: one per input, in the order of the inputs. */
  readonly results: readonly string[];
  /** Contents of result files that exist before the run. */
  readonly before?: Readonly<Record<string, string>>;
}

const crop = ['--top-x', '0', '--top-y', '0', '--bottom-x', '5', '--bottom-y', '5'];

const subjects: readonly Subject[] = [
  { name: 'crop', args: ['crop', 'a.png', 'b.jpg', '-o', 'out', ...crop], inputs: ['a.png', 'b.jpg'], results: ['out/a.png', 'out/b.jpg'] },
  { name: 'crop that overwrites its input', args: ['crop', 'a.png', '-o', 'a.png', '--force', ...crop], inputs: ['a.png'], results: ['a.png'] },
  { name: 'scale over existing results', args: ['scale', 'a.png', 'b.jpg', '-o', 'out', '--ratio', '0.5', '--force'], inputs: ['a.png', 'b.jpg'], results: ['out/a.png', 'out/b.jpg'], before: { 'out/a.png': 'old a', 'out/b.jpg': 'old b' } },
  { name: 'scale with a report', args: ['scale', 'a.png', 'b.jpg', '-o', 'out/deep', '--ratio', '0.5', '--report', 'r.jsonl'], inputs: ['a.png', 'b.jpg'], results: ['out/deep/a.png', 'out/deep/b.jpg'] },
  { name: 'scale that continues an earlier run', args: ['scale', 'a.png', 'b.jpg', '-o', 'out', '--ratio', '0.5', '--skip-existing'], inputs: ['a.png', 'b.jpg'], results: ['out/a.png', 'out/b.jpg'], before: { 'out/a.png': '' } },
  { name: 'wav-to-mp3', args: ['wav-to-mp3', 'sound.wav', '-o', 'out'], inputs: ['sound.wav'], results: ['out/sound.mp3'] },
  { name: 'sound-to-video', args: ['sound-to-video', '--audio', 'sound.wav', '--main', 'a.png', '--fps', '2', '-o', 'out.mp4'], inputs: ['sound.wav', 'a.png'], results: ['out.mp4'] },
]; // biome-ignore format: a table

/** Returns a WAV file: two seconds, 8 kHz, 16 bits, mono. */
const smallAudio = () =>
  wavOf(
    Int16Array.from({ length: 16_000 }, (_, index) => Math.round(8000 * Math.sin(index / 5))),
    8000,
  );

interface Run extends Finished {
  readonly calls: readonly FileCall[];
  readonly folder: string;
}

let inputs: Record<string, Buffer>;

beforeAll(async () => {
  // Freezes the clock: an MP4 contains its creation time, and results are compared byte by byte.
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const folder = emptyFolder();
  await writeImage(join(folder, 'a.png'));
  await writeImage(join(folder, 'b.jpg'), { width: 20 });
  write(join(folder, 'sound.wav'), smallAudio());
  inputs = Object.fromEntries(filesIn(folder).map((name) => [name, readFileSync(join(folder, name))]));
});

/**
 * Runs a command in a new folder and records its file system calls.
 * @param faultAt returns the fault of a call, numbered from 0
 */
async function run(
  { args, inputs: names, before }: Subject,
  faultAt: (n: number, call: FileCall) => Fault,
): Promise<Run> {
  const folder = emptyFolder();
  for (const name of names) write(join(folder, name), inputs[name] as Buffer);
  for (const [name, content] of Object.entries(before ?? {})) write(join(folder, name), content);
  const calls: FileCall[] = [];
  const restore = await installFaults(folder, {
    onCall: (call) => {
      calls.push(call);
      return faultAt(calls.length - 1, call);
    },
  });
  try {
    return { ...(await commandHere(folder, [...args, '--jobs', '1'])), calls, folder };
  } finally {
    restore();
  }
}

const contentOf = (folder: string, name: string) => {
  try {
    return readFileSync(join(folder, name));
  } catch {
    return undefined;
  }
};

/**
 * Returns descriptions of all errors in the outcome of a run with a fault.
 * @param n number of the call that failed
 * @param whole results of a run without faults
 */
function complaints(
  subject: Subject,
  { code, stderr, folder, calls }: Run,
  n: number,
  whole: ReadonlyMap<string, Buffer>,
): string[] {
  const found: string[] = [];
  const failing = calls[n]?.name;
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.includes('was incomplete'));
  const states = subject.results.map((name) => {
    const content = contentOf(folder, name);
    if (content?.equals(whole.get(name) as Buffer)) return 'new';
    const old = subject.before?.[name] ?? (subject.inputs.includes(name) ? inputs[name] : undefined);
    if (old === undefined ? content === undefined : content?.equals(Buffer.from(old))) return 'old';
    found.push(`${name} is ${content === undefined ? 'lost' : 'half-written'}`);
    return 'broken';
  });
  if (code === 0 && states.some((state) => state !== 'new')) found.push('exit code 0 without all results');
  if (code === 0 && lines.length > 0) found.push(`exit code 0 with ${lines}`);
  if (code === 1 && lines.length === 0) found.push('exit code 1 without a line');
  if (code === 2 && states.includes('new')) found.push('exit code 2 after something was done');
  if (code === 2 && lines.length !== 1) found.push(`exit code 2 with ${lines.length} lines`);
  if (code !== 0 && !lines.every((line) => names(subject, folder).some((name) => line.includes(name))))
    found.push(`a line names no file: ${lines}`);
  if (code === 1 && lines.length > subject.results.length + 1) found.push(`more lines than files: ${lines}`);
  if (![0, 1, 2].includes(code ?? -1)) found.push(`exit code ${code}`);
  if (stderr.includes('.part')) found.push(`a line names a temporary file: ${lines}`);
  const outputs = [...subject.results, 'r.jsonl'];
  const isWriting = outputs.some((name) => calls[n]?.path.includes(`/.${basename(name)}.`));
  if (
    isWriting &&
    !lines.every((line) => outputs.some((name) => line.replace('fudebako: ', '').startsWith(`${name}: `)))
  )
    found.push(`a line does not name the output: ${lines}`);
  const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));
  if (parts.length > 0 && failing !== 'rm') found.push(`left ${parts}`);
  for (const name of subject.inputs)
    if (!subject.results.includes(name) && !contentOf(folder, name)?.equals(inputs[name] as Buffer))
      found.push(`the input ${name} changed`);
  return found;
}

/** Returns names of files and folders; each line on stderr must contain one of these. */
const names = ({ inputs: files, results }: Subject, folder: string) => [
  ...files,
  ...results,
  'r.jsonl',
  'out',
  folder,
  '.: ',
];

describe('a failing file system call', () => {
  it.each(subjects.map((subject) => [subject.name, subject] as const))(
    '%s: every result is complete or absent, and the exit code reports failures',
    async (_, subject) => {
      const first = await run(subject, () => undefined);
      expect({ code: first.code, stderr: subject.before ? '' : first.stderr }).toEqual({ code: 0, stderr: '' });
      const whole = new Map(subject.results.map((name) => [name, readFileSync(join(first.folder, name))]));
      const total = first.calls.length;
      expect(total).toBeGreaterThan(15);
      const found: string[] = [];
      const random = new Random(SEED);
      const cases = first.calls.flatMap((call, n) => faultsOf(call, n).map((fault) => ({ fault, n })));
      // A video takes longer than an image.
      const sample = subject.name === 'sound-to-video' ? deepOr(12, 4) : deepOr(cases.length, 12);
      const isChosen = () => ALL || random.below(cases.length) < sample;
      const codes = new Set<number | null>();
      for (const { fault, n } of cases.filter(isChosen)) {
        const [code, staying] = fault.split(', ');
        const faultAt = (at: number, call: FileCall) =>
          at === n || (staying && at > n && TAKES_SPACE.includes(call.name)) ? code : undefined;
        const finished = await run(subject, faultAt);
        codes.add(finished.code);
        const { name, path } = finished.calls[n] ?? {};
        for (const complaint of complaints(subject, finished, n, whole))
          found.push(`${fault} at call ${n}, ${name} ${path?.slice(finished.folder.length)}: ${complaint}`);
        rmSync(finished.folder, { recursive: true });
      }
      expect(found).toEqual([]);
      // Requires both outcomes: the command recovers from some faults (exit code 0) and reports others (1).
      expect([...codes]).toEqual(expect.arrayContaining([0, 1]));
    },
    ALL ? 3_600_000 : 60_000,
  );
});
