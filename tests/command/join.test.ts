import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { planJoin } from '#core/image/join-plan.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import { run } from '#scripts/library/index.ts';
import { commandHere, emptyFolder, write } from './harness.ts';

const folder = emptyFolder();
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  const paint = (width: number, height: number, background: string, name: string) =>
    sharp({ create: { width, height, channels: 4, background } })
      .png()
      .toFile(file(name));
  await paint(40, 20, '#ff0000', 'red.png');
  await paint(30, 20, '#00ff00', 'green.png');
  await paint(20, 40, '#0000ff', 'blue.png');
  await sharp(file('red.png')).withMetadata({ orientation: 6 }).jpeg().toFile(file('turned.jpg'));
});

/** Returns the size and the colors of pixels as `#rrggbb`. */
async function look(name: string, ...places: [x: number, y: number][]) {
  const { data, info } = await sharp(file(name)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const colorAt = ([x, y]: [number, number]) => {
    const at = (y * info.width + x) * 4;
    return `#${data.subarray(at, at + 3).toString('hex')}`;
  };
  return [info.width, info.height, ...places.map(colorAt)];
}

describe('a command that takes all files together', () => {
  it('makes one file in the order of the arguments, and takes a file twice', async () => {
    const args = ['join', 'green.png', 'red.png', 'green.png', '-o', 'order.png'];
    expect(await commandHere(folder, args)).toMatchObject({ code: 0, stderr: '' });
    const places: [number, number][] = [[29, 0], [30, 0], [70, 19]]; // biome-ignore format: one line
    expect(await look('order.png', ...places)).toEqual([100, 20, '#00ff00', '#ff0000', '#00ff00']);
  });

  it('applies the orientation and scales to the lowest height', async () => {
    expect((await commandHere(folder, ['join', 'turned.jpg', 'red.png', '-o', 'turned.png'])).code).toBe(0);
    expect((await look('turned.png')).slice(0, 2)).toEqual([10 + 40, 20]);
  });

  it('writes the same bytes through a recipe and the library', async () => {
    await commandHere(folder, ['join', 'red.png', 'blue.png', '-o', 'own.png', '--gap', '3']);
    const recipe = JSON.stringify([{ operation: 'join', params: { gap: 3 } }]);
    expect((await commandHere(folder, ['run', recipe, 'red.png', 'blue.png', '-o', 'run.png'])).code).toBe(0);
    const { bytes } = await run('join', { images: [file('red.png'), file('blue.png')] }, { gap: 3 });
    const own = readFileSync(file('own.png'));
    expect(own.equals(readFileSync(file('run.png')))).toBe(true);
    expect(own.equals(bytes)).toBe(true);
  });

  it('names the file of a warning and of a failure by its path', async () => {
    const frames = ['red.png', 'red.png'].map((name) => file(name));
    write(file('in/bad.png'), 'no image');
    await run('animate-images', { images: frames }, { format: 'gif' }, { output: file('in/moving.gif') });
    const moving = await commandHere(folder, ['join', 'red.png', 'in/moving.gif', '-o', 'first.png']);
    expect([moving.code, moving.stderr]).toEqual([0, 'in/moving.gif: Only the first of 2 frames was used.\n']);
    const pdf = await commandHere(folder, ['images-to-pdf', 'red.png', 'in/moving.gif', '-o', 'first.pdf']);
    expect([pdf.code, pdf.stderr]).toEqual([0, moving.stderr]);
    const { code, stderr } = await commandHere(folder, ['join', 'red.png', 'in/bad.png', '-o', 'bad.png']);
    expect([code, stderr]).toEqual([1, 'in/bad.png: Failed to load image. The file is not an image.\n']);
  });

  it('runs further steps of a recipe on the result', async () => {
    const recipe = JSON.stringify([{ operation: 'join' }, { operation: 'rotate', params: { turn: 90 } }]);
    expect((await commandHere(folder, ['run', recipe, 'red.png', 'green.png', '-o', 'high.png'])).code).toBe(0);
    expect(await look('high.png', [0, 0], [0, 69])).toEqual([20, 70, '#ff0000', '#00ff00']);
  });

  it('finds the result in the cache, unless the order changes', async () => {
    const args = (...names: string[]) => [
      'join',
      ...names,
      '-o',
      'cached.png',
      '--cache',
      'cache',
      '--force',
      '--json',
    ];
    await commandHere(folder, args('red.png', 'green.png'));
    const isCached = async (...names: string[]) =>
      (await commandHere(folder, args(...names))).stdout.includes('"cached":true');
    expect(await isCached('red.png', 'green.png')).toBe(true);
    expect(await isCached('green.png', 'red.png')).toBe(false);
  });

  it.each([
    ['one file', ['red.png', '-o', 'x.png'], 2, 'join needs at least 2 files, not 1.'],
    ['a folder', ['red.png', 'blue.png', '-o', 'out/'], 2, 'The output must be a file, not a folder.'],
    ['two formats', ['red.png', 'blue.png', '-o', 'x.png', '--formats', 'png'], 2, '--formats'],
    ['a missing file', ['red.png', 'no.png', '-o', 'x.png'], 1, 'File not found: no.png'],
    ['too many files', [...Array(101).fill('red.png'), '-o', 'x.png'], 2, 'images can have at most 100'],
    ['itself as its output', ['red.png', 'blue.png', '-o', 'red.png'], 2, 'is the input itself'],
  ])('refuses %s', async (_, args, code, message) => {
    const finished = await commandHere(folder, ['join', ...args]);
    expect(finished).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  it('is copied with its files as arguments', () => {
    const step = { operation: 'join', params: { gap: 3 }, inputs: { images: ['a.png', '-b.png'] } } as const;
    expect(commandLine([step], undefined, 'out.png')).toMatch(/ join -o out\.png --gap 3 -- a\.png \.\/-b\.png$/);
  });
});

describe('planJoin', () => {
  const params = { layout: 'row', gap: 10, background: '#ffffff' } as const;

  it('reduces a result that exceeds the limits, as little as possible', () => {
    const sizes = Array.from({ length: 10 }, () => ({ width: 4000, height: 3000 }));
    const { width, height, isReduced } = planJoin(sizes, params);
    expect(isReduced).toBe(true);
    // The side is limited to 32,767 px: (32,767 − 90) / 10 · 3 / 4 = 2450.8.
    expect([width, height]).toEqual([10 * 3267 + 90, 2450]);
  });

  it('refuses gaps that alone exceed the limits', () => {
    const sizes = Array.from({ length: 100 }, () => ({ width: 1, height: 1 }));
    expect(() => planJoin(sizes, { ...params, gap: 1000 })).toThrow('imageTooLarge');
  });
});
