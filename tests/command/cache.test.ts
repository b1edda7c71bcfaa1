import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPartName } from '#scripts/platform/part-names.ts';
import { wavOf } from '../wav.ts';
import {
  allJsonLines,
  commandHere,
  emptyFolder,
  filesIn,
  fudebako,
  jsonLines,
  pipe,
  write,
  writeImage,
} from './harness.ts';
import { deadPartName } from './part-files.ts';

let folder: string;
const run = (...args: string[]) => commandHere(folder, args);
const scale = (...args: string[]) =>
  run('scale', 'in', '-o', 'out', '--ratio', '0.5', '--cache', 'c', '--json', ...args);
/** Returns for each output whether it came from the cache, and whether the existing file was unchanged. */
const cached = (stdout: string) =>
  jsonLines(stdout).map(({ output, cached, unchanged }) => [output, cached, unchanged]);
const summary = (stdout: string) => allJsonLines(stdout).at(-1)?.summary;
const stored = (kind: string) => filesIn(join(folder, 'c', kind)).map((name) => join(folder, 'c', kind, name));
const bytes = (path: string) => readFileSync(join(folder, path));

beforeEach(async () => {
  folder = emptyFolder();
  await writeImage(join(folder, 'in/a.png'), { width: 40, height: 20, background: '#a03030' });
  await writeImage(join(folder, 'in/b.jpg'), { width: 60, height: 30, background: '#3030a0' });
});

describe('--cache', () => {
  it('repeats the results of the first run without processing the files again', async () => {
    const first = await scale();
    expect(cached(first.stdout)).toEqual([
      ['out/a.png', undefined, undefined],
      ['out/b.jpg', undefined, undefined],
    ]);
    const before = [bytes('out/a.png'), bytes('out/b.jpg')];
    rmSync(join(folder, 'out'), { recursive: true });
    const second = await scale();
    expect(cached(second.stdout)).toEqual([
      ['out/a.png', true, undefined],
      ['out/b.jpg', true, undefined],
    ]);
    expect([bytes('out/a.png'), bytes('out/b.jpg')]).toEqual(before);
    const factsOf = (text: string) => jsonLines(text).map(({ cached: _, unchanged: __, ...facts }) => facts);
    expect(factsOf(second.stdout)).toEqual(factsOf(first.stdout));
    expect(summary(second.stdout)).toEqual({ done: 2, failed: 0, skipped: 0, planned: 0, cached: 2, unchanged: 0 });
  });

  it('does not rewrite an output that already has the cached content', async () => {
    await scale();
    const modified = statSync(join(folder, 'out/a.png')).mtimeMs;
    appendFileSync(join(folder, 'out/b.jpg'), 'edited');
    const { stdout } = await scale('--force');
    expect(cached(stdout)).toEqual([
      ['out/a.png', true, true],
      ['out/b.jpg', true, undefined],
    ]);
    expect(statSync(join(folder, 'out/a.png')).mtimeMs).toBe(modified);
    const text = await run('scale', 'in', '-o', 'out', '--ratio', '0.5', '--cache', 'c', '--force');
    expect(text.stdout).toMatch(/out\/a\.png \(20 × 10 px, .*, unchanged\)/);
  });

  it('copies outputs instead of linking them, so editing one changes neither the cache nor another output', async () => {
    await scale();
    await run('scale', 'in', '-o', 'other', '--ratio', '0.5', '--cache', 'c');
    const before = bytes('other/a.png');
    appendFileSync(join(folder, 'out/a.png'), 'edited in place');
    expect(bytes('other/a.png')).toEqual(before);
    rmSync(join(folder, 'out'), { recursive: true });
    expect(cached((await scale()).stdout)[0]).toEqual(['out/a.png', true, undefined]);
    expect(bytes('out/a.png')).toEqual(before);
  });

  it('runs a job again if anything changes that its result depends on', async () => {
    await writeImage(join(folder, 'logo.png'), { width: 5, height: 5 });
    const line = (name: string, params: object, ...args: string[]) => [
      'run',
      JSON.stringify([{ operation: 'layer', params, inputs: { top: 'logo.png' } }]),
      'in/a.png',
      '-o',
      `${name}.png`,
      '--cache',
      'c',
      '--json',
      ...args,
    ];
    const isCached = async (name: string, params: object, ...args: string[]) =>
      jsonLines((await run(...line(name, params, ...args))).stdout)[0]?.cached === true;
    const params = { blendMode: 'normal' };
    expect(await isCached('1', params)).toBe(false);
    expect(await isCached('2', params)).toBe(true);
    expect(await isCached('3', { blendMode: 'multiply' })).toBe(false);
    expect(await isCached('4', params, '--compression', '9')).toBe(false);
    expect(await isCached('5', params, '--fail-on', 'warning')).toBe(false);
    expect(await isCached('6', params, '--max-pixels', '1000')).toBe(false);
    await writeImage(join(folder, 'logo.png'), { width: 5, height: 5, background: '#ffffff' });
    expect(await isCached('7', params)).toBe(false);
    await writeImage(join(folder, 'in/a.png'), { width: 40, height: 20, background: '#00ff00' });
    expect(await isCached('8', params)).toBe(false);
    expect(await isCached('9', params)).toBe(true);
  });

  it('refuses an image above --max-pixels even if its result is cached', async () => {
    await scale();
    expect((await scale('--max-pixels', '100', '--force')).code).toBe(1);
  });

  it('notices a changed file of equal size and time', async () => {
    const path = join(folder, 'in/a.bmp');
    const bmp = (level: number) => {
      const data = Buffer.alloc(54 + 12 * 4);
      data.write('BM');
      data.writeUInt32LE(data.length, 2);
      data.writeUInt32LE(54, 10);
      data.writeUInt32LE(40, 14);
      data.writeInt32LE(4, 18);
      data.writeInt32LE(4, 22);
      data.writeUInt16LE(1, 26);
      data.writeUInt16LE(24, 28);
      return data.fill(level, 54);
    };
    const old = new Date('2020-01-01T00:00:00Z');
    const colors: number[] = [];
    for (const level of [10, 200]) {
      write(path, bmp(level));
      utimesSync(path, old, old);
      await run('convert', 'in/a.bmp', '-o', 'a.png', '--force', '--cache', 'c');
      colors.push((await sharp(join(folder, 'a.png')).raw().toBuffer())[0] as number);
    }
    expect(colors).toEqual([10, 200]);
  });

  it('reuses the result of a table row until a value in that row changes', async () => {
    const rows = (text: string) => {
      writeFileSync(join(folder, 'rows.csv'), `image,name,ratio\nin/a.png,x,0.5\nin/b.jpg,y,${text}\n`);
      return run(
        'run',
        '{"operation":"scale","params":{"ratio":0.5}}',
        'rows.csv',
        '-o',
        'cards/',
        '--cache',
        'c',
        '--json',
        '--force',
      );
    };
    await rows('0.2');
    expect(cached((await rows('0.2')).stdout).map(([, isCached]) => isCached)).toEqual([true, true]);
    expect(cached((await rows('0.3')).stdout).map(([, isCached]) => isCached)).toEqual([true, undefined]);
  });

  it('repeats the warnings of the first run', async () => {
    const noise = Uint8Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919) % 251);
    const whole = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
      .jpeg()
      .toBuffer();
    write(join(folder, 'in/b.jpg'), whole.subarray(0, whole.length / 2));
    const first = await scale('--fail-on', 'none');
    expect(first.stderr).not.toBe('');
    const second = await scale('--fail-on', 'none', '--force');
    expect([second.stderr, summary(second.stdout)]).toMatchObject([first.stderr, { cached: 2 }]);
  });

  it('makes only the missing outputs of a source file', async () => {
    const line = (widths: string) => [
      'scale',
      'in/a.png',
      '-o',
      'out',
      '--widths',
      widths,
      '--formats',
      'png,webp',
      '--cache',
      'c',
      '--json',
    ];
    await run(...line('10,20'));
    const before = filesIn(join(folder, 'out')).map((name) => bytes(`out/${name}`));
    rmSync(join(folder, 'out'), { recursive: true });
    const { stdout } = await run(...line('10,20,30'));
    expect(summary(stdout)).toMatchObject({ done: 6, cached: 4 });
    const names = filesIn(join(folder, 'out')).filter((name) => !name.includes('30'));
    expect(names.map((name) => bytes(`out/${name}`))).toEqual(before);
  });

  it('stores equal results once', async () => {
    copyFileSync(join(folder, 'in/a.png'), join(folder, 'in/copy.png'));
    await run('scale', 'in/a.png', '-o', 'one.png', '--ratio', '0.5', '--cache', 'c');
    const [object = '', ...others] = stored('objects');
    const { ino, ctimeMs } = statSync(object);
    await run('scale', 'in/copy.png', '-o', 'two.png', '--ratio', '0.5', '--cache', 'c');
    expect([others, stored('objects'), stored('entries').length]).toEqual([[], [object], 2]);
    expect(statSync(object)).toMatchObject({ ino, ctimeMs });
  });

  it('stores no failures', async () => {
    write(join(folder, 'in/c.png'), 'no image');
    for (const force of [[], ['--force']]) expect((await scale(...force)).code).toBe(1);
  });

  it('reuses the results of audio conversions', async () => {
    write(join(folder, 'a.wav'), wavOfSine());
    const convert = (out: string) => run('wav-to-mp3', 'a.wav', '-o', out, '--cache', 'c', '--json');
    const first = jsonLines((await convert('1.mp3')).stdout)[0];
    const second = jsonLines((await convert('2.mp3')).stdout)[0];
    expect(second).toEqual({ ...first, output: '2.mp3', cached: true });
    expect(bytes('2.mp3')).toEqual(bytes('1.mp3'));
  });

  it('reuses results if the input is stdin and the output is stdout', async () => {
    const line = ['scale', '-', '-o', '-', '--ratio', '0.5', '--cache', 'c'];
    const results = [];
    for (let count = 0; count < 2; count++) {
      const { child, ended } = pipe(folder, line);
      child.stdin.end(bytes('in/a.png'));
      results.push(await ended);
    }
    expect(results.map(({ stderr }) => /cached/.test(stderr))).toEqual([false, true]);
    expect(results[1]?.stdout).toEqual(results[0]?.stdout);
  });
});

describe('a damaged or unusable cache', () => {
  const damages: readonly (readonly [string, string, (path: string) => void])[] = [
    ['object that is cut off', 'objects', (path) => truncateSync(path, 10)],
    ['object with another byte', 'objects', (path) => flip(path, 20)],
    ['empty object', 'objects', (path) => truncateSync(path, 0)],
    ['missing object', 'objects', (path) => rmSync(path)],
    ['entry that is cut off', 'entries', (path) => truncateSync(path, 40)],
    ['entry with another byte', 'entries', (path) => flip(path, 90)],
    ['empty entry', 'entries', (path) => truncateSync(path, 0)],
  ];
  it.each(damages)('with an %s gives correct results, and is repaired', async (_, kind, damage) => {
    await scale();
    const before = [bytes('out/a.png'), bytes('out/b.jpg')];
    for (const path of stored(kind)) damage(path);
    rmSync(join(folder, 'out'), { recursive: true });
    const { stdout, code } = await scale();
    expect([code, summary(stdout)]).toMatchObject([0, { done: 2, cached: 0 }]);
    expect([bytes('out/a.png'), bytes('out/b.jpg')]).toEqual(before);
    rmSync(join(folder, 'out'), { recursive: true });
    expect(summary((await scale()).stdout)).toMatchObject({ cached: 2 });
  });

  it('with damaged file hashes finds its results after the files are read again', async () => {
    await scale();
    writeFileSync(join(folder, 'c/hashes'), `${'0'.repeat(64)} 1:2:3:4:5\n`);
    expect(summary((await scale('--force')).stdout)).toMatchObject({ cached: 2 });
  });

  it('that cannot be written gives results, with one warning', async () => {
    await scale();
    rmSync(join(folder, 'out'), { recursive: true });
    for (const kind of ['entries', 'objects']) {
      rmSync(join(folder, 'c', kind), { recursive: true });
      writeFileSync(join(folder, 'c', kind), 'a file in place of the folder');
    }
    const { code, stderr } = await scale();
    expect([code, stderr.split('\n').length]).toEqual([0, 2]);
    expect(stderr).toContain('--cache c: Results were not stored.');
    expect(filesIn(join(folder, 'out'))).toEqual(['a.png', 'b.jpg']);
  });

  it('is not created in a folder with other files', async () => {
    const { code, stderr } = await run('scale', 'in', '-o', 'out', '--ratio', '0.5', '--cache', 'in');
    expect([code, stderr]).toEqual([2, 'fudebako: --cache in: The folder has other files; name a new folder.\n']);
  });
});

it('several commands can use one cache at once', async () => {
  for (let index = 0; index < 6; index++) copyFileSync(join(folder, 'in/a.png'), join(folder, `in/copy-${index}.png`));
  const line = (out: string) => ['scale', 'in', '-o', out, '--ratio', '0.5', '--cache', 'c', '--no-sync'];
  const all = await Promise.all(['1', '2', '3'].map((out) => fudebako(folder, ...line(out))));
  expect(all.map(({ code, stderr }) => [code, stderr])).toEqual([0, 0, 0].map((code) => [code, '']));
  for (const name of filesIn(join(folder, '1')))
    for (const out of ['2', '3']) expect(bytes(`${out}/${name}`)).toEqual(bytes(`1/${name}`));
  expect(filesIn(join(folder, 'c')).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(summary((await run(...line('4'), '--json')).stdout)).toMatchObject({ cached: 8 });
});

describe('--changed', () => {
  it('lists what a run would change, and writes nothing', async () => {
    const changed = async () =>
      (await run('scale', 'in', '-o', 'out', '--ratio', '0.5', '--cache', 'c', '--changed')).stdout;
    expect(await changed()).toBe('in/a.png → out/a.png\nin/b.jpg → out/b.jpg\n');
    expect(readdirSync(folder).includes('out')).toBe(false);
    await scale();
    expect(await changed()).toBe('');
    appendFileSync(join(folder, 'out/a.png'), 'edited');
    expect(await changed()).toBe('in/a.png → out/a.png\n');
    await writeImage(join(folder, 'in/b.jpg'), { width: 61, height: 30 });
    const before = bytes('out/b.jpg');
    expect(await changed()).toBe('in/a.png → out/a.png\nin/b.jpg → out/b.jpg\n');
    expect(bytes('out/b.jpg')).toEqual(before);
    const { stdout } = await scale('--changed');
    expect(allJsonLines(stdout)).toMatchObject([
      { output: 'out/a.png', planned: true },
      { output: 'out/b.jpg', planned: true },
      { summary: { planned: 2, unchanged: 0, done: 0 } },
    ]);
  });

  it('is refused without --cache', async () => {
    const { code, stderr } = await run('scale', 'in', '-o', 'out', '--ratio', '0.5', '--changed');
    expect([code, stderr]).toEqual([2, 'fudebako: --changed needs --cache.\n']);
  });
});

describe('--changed writes nothing', () => {
  it('neither a cache, nor a manifest that exists, nor times of use', async () => {
    const changed = ['scale', 'in', '-o', 'out', '--ratio', '0.5', '--cache', 'c', '--changed'];
    await run(...changed);
    expect(readdirSync(folder)).not.toContain('c');
    await scale('--manifest', 'out/m.json');
    const before = filesIn(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
    expect(await run(...changed, '--manifest', 'out/m.json')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(filesIn(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs])).toEqual(before);
  });
});

describe('--prune', () => {
  it('removes the outputs of deleted sources, and nothing else', async () => {
    await writeImage(join(folder, 'in/sub/x.png'));
    await scale();
    for (const name of ['in/a.png', 'in/sub/x.png']) rmSync(join(folder, name));
    appendFileSync(join(folder, 'out/sub/x.png'), 'edited');
    write(join(folder, 'out/own.png'), 'not made here');
    const dry = await scale('--force', '--prune', '--dry-run');
    expect(allJsonLines(dry.stdout)).toContainEqual({
      operation: 'scale',
      output: 'out/a.png',
      source: 'deleted',
      planned: true,
    });
    const done = await scale('--force', '--prune');
    expect(summary(done.stdout)).toMatchObject({ unchanged: 1, removed: 1 });
    expect(done.stderr).toBe('out/sub/x.png: kept, as it was changed; its source no longer exists.\n');
    expect(filesIn(join(folder, 'out'))).toEqual(['b.jpg', 'own.png', 'sub/x.png']);
    expect(summary((await scale('--force', '--prune')).stdout)).toMatchObject({ removed: 0 });
  });

  it('works for an output folder that does not exist yet', async () => {
    await scale();
    rmSync(join(folder, 'in/a.png'));
    const flags = ['--ratio', '0.5', '--cache', 'c', '--prune', '--dry-run'];
    expect(await run('scale', 'in', '-o', 'new', ...flags)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });

  it('keeps an output that another source makes now, and outputs in other folders', async () => {
    const webp = (target: string, ...args: string[]) =>
      run('convert', 'in', '-o', target, '--format', 'webp', '--cache', 'c', '--json', ...args);
    await webp('out');
    await webp('other');
    rmSync(join(folder, 'in/a.png'));
    await writeImage(join(folder, 'in/a.jpg'));
    expect(summary((await webp('out', '--force', '--prune')).stdout)).toMatchObject({ done: 2, removed: 0 });
    expect(filesIn(join(folder, 'other'))).toEqual(['a.webp', 'b.webp']);
  });

  it.each([
    [['--prune'], '--prune needs --cache.'],
    [['--prune', '--cache', 'c', '--shard', '1/2'], "--prune can't be combined with --shard."],
  ])('is refused: %j', async (flags, sentence) => {
    const { code, stderr } = await run('scale', 'in', '-o', 'out', '--ratio', '0.5', ...flags);
    expect([code, stderr]).toEqual([2, `fudebako: ${sentence}\n`]);
  });
});

describe('cache prune', () => {
  const prune = async (...args: string[]) =>
    JSON.parse((await run('cache', 'prune', '--cache', 'c', '--json', ...args)).stdout);

  it('removes results that were not used for the given time', async () => {
    await scale();
    const [first = ''] = stored('entries');
    const old = new Date(Date.now() - 40 * 86_400_000);
    utimesSync(first, old, old);
    expect(await prune('--max-age', '60')).toMatchObject({ removed: { results: 0 }, remaining: { results: 2 } });
    expect(await prune('--max-age', '30')).toMatchObject({ removed: { results: 1 }, remaining: { results: 1 } });
    expect([stored('entries').length, stored('objects').length]).toEqual([1, 1]);
    expect(summary((await scale('--force')).stdout)).toMatchObject({ cached: 1 });
  });

  it('keeps results that were used again within the given time', async () => {
    await scale();
    const old = new Date(Date.now() - 40 * 86_400_000);
    for (const path of stored('entries')) utimesSync(path, old, old);
    await scale('--force');
    expect(await prune('--max-age', '30')).toMatchObject({ removed: { results: 0 } });
  });

  it('removes the least recently used results until the rest fits --max-bytes', async () => {
    await scale();
    const entries = stored('entries');
    for (const [index, path] of entries.entries()) utimesSync(path, 1000 + index, 1000 + index);
    const total = stored('objects').reduce((sum, path) => sum + statSync(path).size, 0);
    const { removed, remaining } = await prune('--max-bytes', String(total - 1));
    expect([removed.results, remaining.results, removed.bytes + remaining.bytes]).toEqual([1, 1, total]);
    expect(stored('entries')).toEqual([entries[1]]);
    expect(await prune('--max-bytes', '0')).toMatchObject({ remaining: { results: 0, bytes: 0 } });
    expect([stored('entries'), stored('objects')]).toEqual([[], []]);
  });

  it('removes damaged entries, old objects without an entry and abandoned part files, and nothing else', async () => {
    await scale();
    const [first = '', second = ''] = stored('entries');
    truncateSync(first, 30);
    const orphan = join(folder, 'c/objects/00', '0'.repeat(64));
    const fresh = join(folder, 'c/objects/00', '1'.repeat(64));
    for (const path of [orphan, fresh]) write(path, 'abandoned');
    utimesSync(orphan, 1000, 1000);
    const parts = [deadPartName('x'), createPartName('x')].map((name) => join(folder, 'c/objects/00', name));
    const foreign = ['c/notes.txt', 'c/objects/notes.txt', 'c/objects/00/notes.txt'].map((name) => join(folder, name));
    for (const path of [...parts, ...foreign]) write(path, 'x');
    await prune();
    const left = filesIn(join(folder, 'c')).map((name) => join(folder, 'c', name));
    expect(left).toEqual(expect.arrayContaining([second, fresh, parts[1] as string, ...foreign]));
    for (const path of [first, orphan, parts[0] as string]) expect(left).not.toContain(path);
  });

  it('never deletes files behind a symlink', async () => {
    await scale();
    const outside = join(folder, 'outside');
    const names = ['0', '1'].map((digit) => join(outside, digit.repeat(64)));
    for (const path of names) {
      write(path, 'x');
      utimesSync(path, 1000, 1000);
    }
    const [object = ''] = stored('objects');
    symlinkSync(outside, join(folder, 'c/objects/0f'));
    symlinkSync(outside, join(folder, 'c/entries/0f'));
    await prune('--max-bytes', '0');
    expect(filesIn(outside)).toHaveLength(2);
    expect(existsSync(object)).toBe(false);
    // The cache's own folder of objects may be the link.
    rmSync(join(folder, 'c/objects'), { recursive: true });
    mkdirSync(join(outside, 'objects/00'), { recursive: true });
    const last = join(outside, 'objects/00', '2'.repeat(64));
    write(last, 'x');
    utimesSync(last, 1000, 1000);
    symlinkSync(join(outside, 'objects'), join(folder, 'c/objects'));
    await prune('--max-bytes', '0');
    expect(existsSync(last)).toBe(true);
  });

  it('refuses a folder that is no cache', async () => {
    const { code, stderr } = await run('cache', 'prune', '--cache', 'in', '--max-bytes', '0');
    expect([code, stderr]).toEqual([2, 'fudebako: --cache in: This folder is not a cache of fudebako.\n']);
    expect(filesIn(join(folder, 'in'))).toEqual(['a.png', 'b.jpg']);
    expect((await run('cache', 'prune')).stderr).toBe('fudebako: cache prune needs --cache DIR.\n');
  });
});

function flip(path: string, at: number): void {
  const content = readFileSync(path);
  content[at] = (content[at] as number) ^ 1;
  writeFileSync(path, content);
}

/** A second of a sine in 16 bits, mono. */
const wavOfSine = () =>
  wavOf(
    Int16Array.from({ length: 44_100 }, (_, index) =>
      Math.round(9000 * Math.sin((index * 440 * 2 * Math.PI) / 44_100)),
    ),
    44_100,
  );
