import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '#scripts/library/index.ts';
import { commandHere, emptyFolder, filesIn, write, writeImage } from '../command/harness.ts';
import { type FileCall, installFaults } from './fault-shim.ts';

/**
 * Models power cuts by the weakest guarantees of POSIX: an fsync of a file makes its content durable, and an fsync of
 * a folder makes the names in it durable. Without fsync, content and names may be lost, in any order.
 */
class Disk {
  readonly #dirty = new Set<string>();
  readonly #names = new Map<string, string>();
  /** Files that got their final name before their content was durable, so a power cut could leave partial files. */
  readonly endangered: string[] = [];

  record({ name, path, target }: FileCall): void {
    if (name === 'write') this.#dirty.add(path);
    if (name === 'mkdir')
      for (let at = path; !this.existing.has(at); at = dirname(at)) this.#names.set(at, dirname(at));
    if (name === 'sync') {
      this.#dirty.delete(path);
      for (const [each, folder] of this.#names) if (folder === path) this.#names.delete(each);
    }
    if (target === undefined) return;
    if (this.#dirty.has(path)) this.endangered.push(target);
    this.#names.set(target, dirname(target));
  }

  constructor(readonly existing: ReadonlySet<string>) {}

  /** Names that a power cut would lose at this moment. */
  get losable(): string[] {
    return [...this.#names.keys()].sort();
  }
}

const foldersIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));

async function watched(folder: string, work: () => Promise<unknown>): Promise<{ disk: Disk; calls: FileCall[] }> {
  const disk = new Disk(new Set([folder, ...foldersIn(folder)]));
  const calls: FileCall[] = [];
  const restore = await installFaults(folder, {
    onCall: () => undefined,
    onDone: (call) => {
      calls.push(call);
      disk.record(call);
    },
  });
  try {
    await work();
  } finally {
    restore();
  }
  return { disk, calls };
}

async function images(): Promise<string> {
  const folder = emptyFolder();
  for (const name of ['in/a.png', 'in/sub/b.jpg', 'in/sub/c.webp']) await writeImage(join(folder, name));
  return folder;
}

const scale = ['scale', 'in', '-o', 'out/new', '--ratio', '0.5', '--report', 'reports/r.jsonl'];
const results = ['a.png', 'sub/b.jpg', 'sub/c.webp'].map((name) => `out/new/${name}`);

describe('a power cut', () => {
  it.each([
    ['new results', []],
    ['results that overwrite others', ['--force']],
  ])('at any moment leaves complete files only, and after exit code 0 all of them (%s)', async (_, flags) => {
    const folder = await images();
    if (flags.length > 0) for (const name of [...results, 'reports/r.jsonl']) write(join(folder, name), 'old');
    const { disk, calls } = await watched(folder, async () => {
      expect(await commandHere(folder, [...scale, ...flags])).toMatchObject({ code: 0, stderr: '' });
    });
    const named = calls.flatMap(({ target }) => target ?? []);
    expect(named.sort()).toEqual([...results, 'reports/r.jsonl'].map((name) => join(folder, name)).sort());
    expect({ endangered: disk.endangered, losable: disk.losable }).toEqual({ endangered: [], losable: [] });
  });

  it('after a library call has returned leaves the call’s result', async () => {
    const folder = await images();
    const output = join(folder, 'made/here/out.png');
    const { disk } = await watched(folder, () =>
      run('scale', { image: join(folder, 'in/a.png') }, { factor: 0.5 }, { output }),
    );
    expect({ endangered: disk.endangered, losable: disk.losable, isThere: existsSync(output) }).toEqual({
      endangered: [],
      losable: [],
      isThere: true,
    });
  });

  it('may lose results with --no-sync or sync: false', async () => {
    const folder = await images();
    const { calls, disk } = await watched(folder, async () => {
      expect((await commandHere(folder, [...scale, '--no-sync'])).code).toBe(0);
      const output = join(folder, 'out.png');
      await run('scale', { image: join(folder, 'in/a.png') }, { factor: 0.5 }, { output, sync: false });
    });
    expect(calls.filter(({ name }) => name === 'sync')).toEqual([]);
    expect(disk.losable).toHaveLength(results.length + 6);
  });

  it('is guarded against by one sync per folder, for any number of results', async () => {
    const folder = emptyFolder();
    for (let index = 0; index < 20; index++) await writeImage(join(folder, `in/${index}.png`));
    const { calls } = await watched(folder, () => commandHere(folder, ['scale', 'in', '-o', 'out', '--ratio', '0.5']));
    const synced = calls.flatMap(({ name, path }) => (name === 'sync' ? [path] : []));
    expect(synced.filter((path) => !path.endsWith('.part'))).toEqual([join(folder, 'out'), folder]);
    expect(new Set(synced).size).toBe(22);
  });
});

describe('a failing write of the report', () => {
  it.each(['ENOSPC', 'EIO'])('is reported once (%s); the batch continues and exits with 1', async (code) => {
    const folder = await images();
    let writes = 0;
    const restore = await installFaults(folder, {
      onCall: ({ name, path }) => (name === 'write' && path.includes('.r.jsonl') && writes++ >= 1 ? code : undefined),
    });
    const { stderr, ...finished } = await commandHere(folder, scale).finally(restore);
    expect(finished.code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      code === 'EIO'
        ? 'reports/r.jsonl: Input/output error on the disk or device.'
        : 'reports/r.jsonl: No space left on the disk.',
      '',
    ]);
    expect(filesIn(join(folder, 'out/new'))).toHaveLength(3);
    expect(filesIn(join(folder, 'reports'))).toEqual([]);
  });

  it('is completed if the disk writes only parts', async () => {
    const folder = await images();
    const restore = await installFaults(folder, { onCall: ({ name }) => (name === 'write' ? 'short' : undefined) });
    const { code, stdout } = await commandHere(folder, [...scale, '--json']).finally(restore);
    expect([code, readFileSync(join(folder, 'reports/r.jsonl'), 'utf8')]).toEqual([0, stdout]);
  });
});

describe('a file system without hard links', () => {
  it('still lets only one call write an output', async () => {
    const folder = await images();
    const restore = await installFaults(folder, { onCall: ({ name }) => (name === 'link' ? 'EPERM' : undefined) });
    const output = join(folder, 'out.png');
    const calls = [0, 1, 2, 3].map((index) =>
      run('scale', { image: join(folder, 'in/a.png') }, { factor: 0.5 + index / 10 }, { output }),
    );
    const outcomes = await Promise.allSettled(calls).finally(restore);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    for (const each of outcomes)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'fileExists' });
    expect(filesIn(folder)).toEqual(['in/a.png', 'in/sub/b.jpg', 'in/sub/c.webp', 'out.png']);
  });

  it('leaves no empty file if the rename fails', async () => {
    const folder = await images();
    const restore = await installFaults(folder, {
      onCall: ({ name }) => (name === 'link' ? 'EPERM' : name === 'rename' ? 'EIO' : undefined),
    });
    const { code, stderr } = await commandHere(folder, [
      'scale',
      'in/a.png',
      '-o',
      'out.png',
      '--ratio',
      '0.5',
    ]).finally(restore);
    expect([code, stderr]).toEqual([1, 'out.png: Input/output error on the disk or device.\n']);
    expect(filesIn(folder)).toEqual(['in/a.png', 'in/sub/b.jpg', 'in/sub/c.webp']);
  });
});
