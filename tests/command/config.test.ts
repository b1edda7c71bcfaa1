import { chownSync, lchownSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { placeText } from '#scripts/command/parse/json-place.ts';
import { allJsonLines, commandHere, emptyFolder, filesIn, write, writeImage } from './harness.ts';

let folder: string;
const run = (...args: string[]) => commandHere(folder, args);
const config = (content: unknown, below = '.') =>
  write(join(folder, below, 'fudebako.config.json'), typeof content === 'string' ? content : JSON.stringify(content));
const half = { operation: 'scale', params: { factor: 0.5 } };
const widthOf = async (name: string) => (await sharp(join(folder, name)).metadata()).width;

beforeEach(async () => {
  folder = emptyFolder();
  await writeImage(join(folder, 'a.png'), { width: 40, height: 20 });
});

describe('run NAME', () => {
  it('runs a recipe of the config file', async () => {
    config({
      $schema: './node_modules/fudebako/schemas/config.json',
      version: 1,
      recipes: { half, quarter: [half, half], versioned: { version: 1, steps: [half] }, file: 'recipes/half.json' },
    });
    write(join(folder, 'recipes/half.json'), JSON.stringify(half));
    for (const [name, width] of Object.entries({ half: 20, quarter: 10, versioned: 20, file: 20 })) {
      expect(await run('run', name, 'a.png', '-o', `${name}.png`)).toMatchObject({ code: 0, stderr: '' });
      expect(await widthOf(`${name}.png`)).toBe(width);
    }
  });

  it('finds the config file in a parent folder, and the files of its recipes beside the config file', async () => {
    await writeImage(join(folder, 'logo.png'), { width: 40, height: 20, background: '#ffffff' });
    config({
      recipes: { signed: { operation: 'layer', params: { blendMode: 'normal' }, inputs: { top: 'logo.png' } } },
    });
    mkdirSync(join(folder, 'deep/er'), { recursive: true });
    const { code, stdout } = await commandHere(join(folder, 'deep/er'), [
      'run',
      'signed',
      '../../a.png',
      '-o',
      'out.png',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(allJsonLines(stdout).at(-1)).toMatchObject({ config: '../../fudebako.config.json' });
    const [red] = await sharp(join(folder, 'deep/er/out.png')).raw().toBuffer();
    expect(red).toBe(255);
  });

  it('prefers a recipe file called NAME to recipes of config files, and the nearest config file to others', async () => {
    config({ recipes: { small: half } });
    config({ recipes: { small: [half, half] } }, 'inner');
    await commandHere(join(folder, 'inner'), ['run', 'small', '../a.png', '-o', '../1.png']);
    expect(await widthOf('1.png')).toBe(10);
    write(join(folder, 'small'), JSON.stringify({ operation: 'scale', params: { width: 7 } }));
    await run('run', 'small', 'a.png', '-o', '2.png');
    expect(await widthOf('2.png')).toBe(7);
  });

  it('lists the recipes of the config file if NAME is none of them', async () => {
    config({ recipes: { half, quarter: [half, half] } });
    const { code, stderr } = await run('run', 'third', 'a.png', '-o', 'out.png');
    expect([code, stderr]).toEqual([2, 'fudebako: third: No such recipe. fudebako.config.json has half, quarter.\n']);
  });

  it('shares its recipe names with check --would-change', async () => {
    config({ recipes: { half } });
    expect((await run('check', 'a.png', '--would-change', 'half')).stdout).toContain('the size in pixels');
  });
});

describe('the default flags of a config file', () => {
  const bytesOf = async (...args: string[]) => {
    const { stdout } = await run(...args, '-o', 'out.jpg', '--force', '--json');
    return Number(allJsonLines(stdout)[0]?.bytes);
  };
  beforeEach(async () => {
    const noise = Uint8Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919) % 251);
    await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } }).toFile(join(folder, 'noise.png'));
  });

  it('apply to flags that the command line does not set', async () => {
    const high = await bytesOf('convert', 'noise.png');
    config({ defaults: { quality: 0.2 } });
    const low = await bytesOf('convert', 'noise.png');
    expect(low).toBeLessThan(high / 2);
    expect(await bytesOf('convert', 'noise.png', '--quality', '0.95')).toBe(high);
    expect(await bytesOf('convert', 'noise.png', '--no-config')).toBe(high);
    expect(await bytesOf('scale', 'noise.png', '--ratio', '1')).toBe(low);
    expect(await bytesOf('run', '{"operation":"scale","params":{"ratio":1}}', 'noise.png')).toBe(low);
  });

  it('do not override a recipe that sets the encoding', async () => {
    const recipe = '{"operation":"convert","params":{"format":"jpg","quality":0.95}}';
    const high = await bytesOf('run', recipe, 'noise.png');
    config({ defaults: { quality: 0.2 } });
    expect(await bytesOf('run', recipe, 'noise.png')).toBe(high);
  });

  it('apply to every kind of command', async () => {
    config({ defaults: { maxPixels: 100, quality: 0.5, failOn: 'error' } });
    expect((await run('scale', 'a.png', '-o', 'b.png', '--ratio', '0.5')).stderr).toContain('too large');
    expect((await run('inspect', 'a.png')).code).toBe(0);
    const poem = await run('write-horizontal', '-o', 'poem.gif', '--text', 'a', '--dry-run');
    expect(poem).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a hostile or wrong config file', () => {
  it.each<[string, unknown, string]>([
    ['invalid JSON', '{\n  "recipes": {,}\n}', 'fudebako.config.json: Invalid JSON: '],
    ['an unknown key', '{\n  "scripts": {}\n}', 'Unknown parameter scripts. (line 2, column 3)'],
    [
      'an unknown default',
      '{"defaults": {\n\n    "output": "/tmp/x"}}',
      'Unknown parameter defaults.output. (line 3, column 5)',
    ],
    ['a path as a default', { defaults: { cache: '/tmp' } }, 'Unknown parameter defaults.cache.'],
    ['a format as a default', { defaults: { format: 'png' } }, 'Unknown parameter defaults.format.'],
    ['a wrong default', { defaults: { quality: 7 } }, 'defaults.quality must be from'],
    ['a name that looks like a path', { recipes: { '../x': half } }, 'recipes.../x'],
    ['a newer version', { version: 2 }, 'Recipe version 2 is not supported'],
    ['a reserved name', '{"__proto__": {"recipes": {}}}', '__proto__ is a reserved name'],
    ['a list', [], 'must be an object'],
    [
      'too many recipes',
      { recipes: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`r${i}`, half])) },
      'recipes',
    ],
    ['too many bytes', `{"recipes":{}}${' '.repeat(1_000_001)}`, 'larger than 1 MB'],
    ['deep nesting', `{"recipes":{"a":${'['.repeat(100)}${']'.repeat(100)}}}`, 'nested too deeply'],
  ])('%s is refused in one line, and nothing is written', async (_, content, message) => {
    config(content);
    const { code, stderr } = await run('scale', 'a.png', '-o', 'b.png', '--ratio', '0.5');
    expect([code, stderr.split('\n').length]).toEqual([2, 2]);
    expect(stderr).toContain(message);
    expect(stderr.startsWith('fudebako: fudebako.config.json: ')).toBe(true);
    expect(filesIn(folder)).toEqual(['a.png', 'fudebako.config.json']);
    expect((await run('scale', 'a.png', '-o', 'b.png', '--ratio', '0.5', '--no-config')).code).toBe(0);
  });

  it('a wrong value in a recipe is reported with its line and column in the config file', async () => {
    config('{\n  "recipes": {\n    "small": [{ "operation": "scale",\n      "params": { "ratio": 9 } }]\n  }\n}');
    expect((await run('run', 'small', 'a.png', '-o', 'b.png')).stderr).toBe(
      'fudebako: fudebako.config.json: small: [0].params.ratio must be from 0.1 to 4, not 9. (line 4, column 19)\n',
    );
  });

  it('a folder in place of the config file is reported, and a broken symlink is ignored', async () => {
    mkdirSync(join(folder, 'x/fudebako.config.json'), { recursive: true });
    const inFolder = await commandHere(join(folder, 'x'), ['inspect', '../a.png']);
    expect([inFolder.code, inFolder.stderr]).toEqual([2, expect.stringContaining('Expected a file, found a folder.')]);
    mkdirSync(join(folder, 'y'));
    symlinkSync('nowhere', join(folder, 'y/fudebako.config.json'));
    expect((await commandHere(join(folder, 'y'), ['inspect', '../a.png'])).code).toBe(0);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'in a parent folder is ignored if another user owns it or a link to it',
    async () => {
      config({ unknown: true });
      const path = join(folder, 'fudebako.config.json');
      mkdirSync(join(folder, 'deep'));
      const inspect = () => commandHere(join(folder, 'deep'), ['inspect', '../a.png']);
      expect((await inspect()).code).toBe(2);
      const ignored = { code: 0, stderr: 'fudebako: ../fudebako.config.json belongs to another user; ignored.\n' };
      chownSync(path, 12345, 12345);
      expect(await inspect()).toMatchObject(ignored);
      chownSync(path, 0, 0);
      renameSync(path, join(folder, 'real.json'));
      symlinkSync('real.json', path);
      expect((await inspect()).code).toBe(2);
      lchownSync(path, 12345, 12345);
      expect(await inspect()).toMatchObject(ignored);
    },
  );

  it('above a folder with .git is not read', async () => {
    config({ unknown: true });
    mkdirSync(join(folder, 'project/.git'), { recursive: true });
    expect((await commandHere(join(folder, 'project'), ['inspect', '../a.png'])).code).toBe(0);
    mkdirSync(join(folder, 'project/src'));
    expect((await commandHere(join(folder, 'project/src'), ['inspect', '../../a.png'])).code).toBe(0);
  });
});

describe('the place of a value in JSON', () => {
  const text = '\uFEFF{\n  "a": [1, {"b" : "}]{[\\"", "c":\n    {"d": true}}],\n  "a.b": 2, "e": 1, "e": 2\n}';
  it.each([
    ['.', 1, 2],
    ['a', 2, 3],
    ['a[0]', 2, 9],
    ['a[1].b', 2, 13],
    ['a[1].c', 2, 29],
    ['a[1].c.d', 3, 6],
    ['a[1].c.missing', 2, 29],
    ['a[7]', 2, 3],
    ['e', 4, 21],
  ])('%s is line %i, column %i', (path, line, column) => {
    expect(placeText(text, path)).toBe(` (line ${line}, column ${column})`);
  });
});
