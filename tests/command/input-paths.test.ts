import { execFile } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createExclusion, expandGlob } from '#scripts/command/parse/input-paths.ts';
import { installFaults } from '../faults/fault-shim.ts';
import { commandHere, emptyFolder, filesIn, write, writeImage } from './harness.ts';

const FILES = ['photos/3.png', 'photos/a/1.png', 'photos/a/deep/2.png', 'photos/b/1.png', 'photos/b/notes.txt'];

async function photos(): Promise<string> {
  const folder = emptyFolder();
  for (const name of FILES)
    if (name.endsWith('.png')) await writeImage(join(folder, name));
    else write(join(folder, name), 'text');
  write(join(folder, 'photos/.hidden/4.png'), '');
  write(join(folder, 'list'), 'photos/a/1.png\nphotos/b/1.png\n');
  write(join(folder, 'nothing'), '\n');
  return folder;
}

const convertTo = (folder: string, output: string, ...args: string[]) =>
  commandHere(folder, ['convert', ...args, '-o', output, '--format', 'jpg']);

describe('the tree of folders in the results', () => {
  it('of --files-from is kept, below the folder that all files share or below --base', async () => {
    const folder = await photos();
    expect(await convertTo(folder, 'shared', '--files-from', 'list')).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'shared'))).toEqual(['a/1.jpg', 'b/1.jpg']);
    expect(await convertTo(folder, 'based', '--files-from', 'list', '--base', '.')).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'based'))).toEqual(['photos/a/1.jpg', 'photos/b/1.jpg']);
  });

  it('of named files is kept below --base, which must contain them', async () => {
    const folder = await photos();
    const named = ['photos/a/1.png', 'photos/b/1.png'];
    expect(await convertTo(folder, 'out', ...named, '--base', 'photos')).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'out'))).toEqual(['a/1.jpg', 'b/1.jpg']);
    const outside = await convertTo(folder, 'other', ...named, '--base', 'photos/a');
    expect(outside).toMatchObject({ code: 2, stderr: 'fudebako: photos/b/1.png is outside --base photos/a.\n' });
    expect((await convertTo(folder, 'other', ...named, '--base', 'missing')).stderr).toContain('--base missing');
  });

  it('is available to --name as {dir}, in a file name or as folders', async () => {
    const folder = await photos();
    const all = ['photos', '--exclude', 'b'];
    expect(await convertTo(folder, 'flat', ...all, '--name', '{dir}-{name}.{ext}')).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'flat'))).toEqual(['3.jpg', 'a-1.jpg', 'a-deep-2.jpg']);
    expect(await convertTo(folder, 'tree', ...all, '--name', '{dir}/{ext}/{name}.{ext}')).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'tree'))).toEqual(['a/deep/jpg/2.jpg', 'a/jpg/1.jpg', 'jpg/3.jpg']);
    for (const pattern of ['/{name}', 'a//{name}', '../{name}', './{name}'])
      expect((await convertTo(folder, 'none', ...all, '--name', pattern)).code).toBe(2);
  });
});

describe('quoted globs', () => {
  it('find files in all folders and keep the tree', async () => {
    const folder = await photos();
    expect(await convertTo(folder, 'out', 'photos/**/*.png')).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'out'))).toEqual(['3.jpg', 'a/1.jpg', 'a/deep/2.jpg', 'b/1.jpg']);
  });

  it.each([
    ['photos/*/*.png', ['photos/a/1.png', 'photos/b/1.png']],
    ['photos/**/[12].png', ['photos/a/1.png', 'photos/a/deep/2.png', 'photos/b/1.png']],
    ['photos/**/[!1].png', ['photos/3.png', 'photos/a/deep/2.png']],
    ['photos/{a,b}/?.png', ['photos/a/1.png', 'photos/b/1.png']],
    ['photos/**/*.{txt,jpg}', ['photos/b/notes.txt']],
    ['photos/.hidden/*', ['photos/.hidden/4.png']],
    ['photos/[ab]', ['photos/a', 'photos/b']],
    ['photos/x*', []],
  ])('find exactly the expected paths with the pattern %s', async (pattern, expected) => {
    const folder = await photos();
    expect(expandGlob(join(folder, pattern)).paths).toEqual(expected.map((path) => join(folder, path)));
  });

  it('are refused if no file matches, but a file whose name equals the glob is opened', async () => {
    const folder = await photos();
    expect(await convertTo(folder, 'out', 'photos/*.gif')).toMatchObject({
      code: 2,
      stderr: 'fudebako: photos/*.gif: No files match. Use --allow-empty if that is fine.\n',
    });
    await writeImage(join(folder, 'photo[1].png'));
    expect(await convertTo(folder, 'one.jpg', 'photo[1].png')).toMatchObject({ code: 0 });
  });
});

describe('--exclude', () => {
  it.each([
    ['drafts', 'photos/drafts/1.png', true],
    ['drafts/', 'photos/drafts/1.png', true],
    ['*.png', 'photos/1.png', true],
    ['*.png', 'photos/1.jpg', false],
    ['photos/*.png', 'photos/1.png', true],
    ['photos/*.png', 'photos/a/1.png', false],
    ['photos/**/1.png', 'photos/a/b/1.png', true],
    ['./photos/a', 'photos/a/b/1.png', true],
    ['a', 'photos/ab/1.png', false],
    ['[a-c]*', 'b1', true],
    ['[!a-c]*', 'b1', false],
    ['[^a-c]*', 'd1', true],
    ['[c-a]', 'b', false],
    ['[a-]', '-', true],
    ['[a', '[a', true],
    ['?', '🙂', true],
    ['*', '.hidden', false],
    ['**/1.png', '.hidden/1.png', false],
  ])('with the pattern %s excludes the path %s: %s', (pattern, path, expected) => {
    expect(createExclusion([pattern])(path)).toBe(expected);
  });

  it('skips files of a folder, a list and a glob, and can be repeated', async () => {
    const folder = await photos();
    const without = ['--exclude', 'deep', '--exclude', 'b/*'];
    expect(await convertTo(folder, 'one', 'photos', ...without)).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'one'))).toEqual(['3.jpg', 'a/1.jpg']);
    expect(await convertTo(folder, 'two', 'photos/**/*.png', ...without, '--exclude', 'photos/b')).toMatchObject({
      code: 0,
    });
    expect(filesIn(join(folder, 'two'))).toEqual(['3.jpg', 'a/1.jpg']);
    expect(await convertTo(folder, 'three', '--files-from', 'list', '--exclude', 'a')).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'three'))).toEqual(['1.jpg'].map((name) => `b/${name}`));
  });
});

describe('--allow-empty', () => {
  it.each([
    ['an empty list', ['--files-from', 'nothing']],
    ['a glob without a match', ['photos/*.gif']],
    ['a folder without images', ['photos', '--exclude', '*.png']],
  ])('accepts %s', async (_, args) => {
    const folder = await photos();
    const refused = await convertTo(folder, 'out', ...args);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('Use --allow-empty if that is fine.');
    expect(await convertTo(folder, 'out', ...args, '--allow-empty', '--json')).toMatchObject({
      code: 0,
      stdout: '{"operation":"convert","summary":{"done":0,"failed":0,"skipped":0,"planned":0}}\n',
    });
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('accepts an empty list for a recipe', async () => {
    const folder = await photos();
    const recipe = '{"operation":"scale","params":{"ratio":0.5}}';
    const args = ['run', recipe, '--files-from', 'nothing', '-o', 'out', '--allow-empty'];
    expect(await commandHere(folder, args)).toMatchObject({ code: 0, stderr: '' });
  });
});

it('an output folder that equals the input folder is refused', async () => {
  const folder = await photos();
  const args = ['scale', 'photos', '-o', 'photos', '--ratio', '0.5'];
  expect(await commandHere(folder, args)).toMatchObject({
    code: 2,
    stderr: 'fudebako: photos: The output folder is the input folder itself; write to another folder.\n',
  });
});

const bash = existsSync('/bin/bash') ? '/bin/bash' : undefined;

describe.skipIf(!bash)('process substitution, <(…)', () => {
  it('can supply a recipe, the value of a flag, a list and a table', async () => {
    const folder = await photos();
    const program = `"${process.execPath}" "${resolve(import.meta.dirname, '../../scripts/fudebako.mjs')}"`;
    const inBash = (line: string) =>
      promisify(execFile)(bash as string, ['-c', line.replaceAll('fudebako ', `${program} `)], { cwd: folder });
    await inBash(`fudebako run <(echo '{"operation":"scale","params":{"ratio":0.5}}') photos/3.png -o 1.png`);
    await inBash(`fudebako draw-shapes -o 2.png --width 9 --height 9 --components <(echo '[{"shape":"circle"}]')`);
    await inBash('fudebako convert --files-from <(cat list) -o 3 --format jpg');
    const recipe = '{"operation":"crop","inputs":{"image":"photos/3.png"},"params":{}}';
    await inBash(`fudebako run '${recipe}' --rows-from <(printf 'right\\n0.5\\n0.7\\n') -o 4`);
    expect(filesIn(folder)).toEqual(expect.arrayContaining(['1.png', '2.png', '3/a/1.jpg', '3/b/1.jpg']));
    expect(filesIn(join(folder, '4')).length).toBe(2);
  });
});

describe('inputs that are missing', () => {
  it.each([['photos'], ['photos/**/*.png']])('cause exit code 1 if %s contains a broken symlink', async (input) => {
    const folder = await photos();
    symlinkSync('nowhere.png', join(folder, 'photos/broken.png'));
    symlinkSync('3.png', join(folder, 'photos/link.png'));
    symlinkSync('loop.png', join(folder, 'photos/loop.png'));
    const { code, stderr } = await convertTo(folder, 'out', input);
    expect(stderr).toContain('photos/loop.png: The symbolic links form a loop.');
    expect({ code, isNamed: stderr.includes('File not found: photos/broken.png') }).toEqual({ code: 1, isNamed: true });
    expect(filesIn(join(folder, 'out'))).toEqual(['3.jpg', 'a/1.jpg', 'a/deep/2.jpg', 'b/1.jpg', 'link.jpg']);
  });

  it('exit with code 1 and name a folder that cannot be read', async () => {
    const folder = await photos();
    const path = join(folder, 'photos/a/deep');
    const restore = await installFaults(folder, {
      onCall: ({ name, path: of }) => (name === 'readdir' && of === path ? 'EIO' : undefined),
    });
    try {
      const { code, stderr } = await convertTo(folder, 'out', 'photos/**/*.png');
      expect({ code, isNamed: stderr.includes('photos/a/deep') }).toEqual({ code: 1, isNamed: true });
      expect(filesIn(join(folder, 'out'))).toEqual(['3.jpg', 'a/1.jpg', 'b/1.jpg']);
    } finally {
      restore();
    }
  });

  it('globs are refused if their braces expand to more than 1000 patterns', async () => {
    const folder = await photos();
    const { code, stderr } = await convertTo(folder, 'out', `photos/${'{3,x}'.repeat(11)}.png`);
    expect({ code, isNamed: stderr.includes('more than 1000 patterns') }).toEqual({ code: 2, isNamed: true });
  });
});

it('a glob does not search the output folder, so that a second run has the same inputs', async () => {
  const folder = await photos();
  for (const force of [[], ['--force'], ['--skip-existing']]) {
    expect(await convertTo(folder, 'photos/out', 'photos/**/*.*g', ...force)).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'photos/out'))).toEqual(['3.jpg', 'a/1.jpg', 'a/deep/2.jpg', 'b/1.jpg']);
  }
  // If the glob's folder is itself the output folder, the glob does search it.
  expect((await convertTo(folder, 'photos', 'photos/*.png')).code).toBe(0);
  expect(filesIn(join(folder, 'photos'))).toContain('3.jpg');
});
