import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { commandHere, emptyFolder, filesIn, write, writeImage } from './harness.ts';

describe('the flag --name', () => {
  it('names results by index and size, and keeps the tree of folders', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'in', 'wide.png'), { width: 90, height: 60 });
    await writeImage(join(folder, 'in', 'sub', 'high.png'), { width: 60, height: 90 });
    const turned = sharp({ create: { width: 80, height: 40, channels: 3, background: '#a0c040' } });
    writeFileSync(join(folder, 'in', 'turned.jpg'), await turned.withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const recipe = JSON.stringify([
      { operation: 'crop', params: { topX: 0, topY: 0, bottomX: 40, bottomY: 60 } },
      { operation: 'scale', params: { factor: 0.5 } },
    ]);
    write(join(folder, 'recipe.json'), recipe);
    const { code, stderr } = await commandHere(folder, [
      ...['run', 'recipe.json', 'in', '-o', 'out', '--format', 'png'],
      ...['--name', '{index:02}_{name}-{width}x{height}'],
    ]);
    expect([code, stderr.includes('rror')]).toEqual([0, false]);
    const made = filesIn(join(folder, 'out')).sort();
    expect(made).toEqual(['02_turned-20x30.png', '03_wide-20x30.png', 'sub/01_high-20x30.png']);
    for (const path of made)
      expect(await sharp(join(folder, 'out', path)).metadata()).toMatchObject({ width: 20, height: 30 });
  });

  it('keeps sources apart that differ only in their extension', async () => {
    const folder = emptyFolder();
    for (const name of ['in/a.png', 'in/a.jpg', 'in/sub/B.PNG']) await writeImage(join(folder, name));
    const args = ['convert', 'in', '-o', 'out', '--format', 'webp'];
    expect((await commandHere(folder, args)).code).toBe(2);
    expect((await commandHere(folder, [...args, '--name', '{source-ext}/{name}-{source-ext}.{ext}'])).code).toBe(0);
    expect(filesIn(join(folder, 'out'))).toEqual(['jpg/a-jpg.webp', 'png/a-png.webp', 'sub/png/B-png.webp']);
  });

  it('also applies to the results of table rows', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'), { width: 30, height: 20 });
    write(join(folder, 'recipe.json'), '{"operation":"scale","params":{"ratio":0.5}}');
    write(join(folder, 'rows.csv'), 'image,ratio,name\na.png,0.5,CON\na.png,2,big\n');
    const { code } = await commandHere(folder, [
      ...['run', 'recipe.json', 'rows.csv', '-o', 'out'],
      ...['--name', '{name}-{width}'],
    ]);
    expect(code).toBe(0);
    expect(filesIn(join(folder, 'out')).sort()).toEqual(['_CON-15.png', 'big-60.png']);
  });

  it.each([
    ['{size}', '--name: Unknown field {size}. Use {name}, {index}, {width}, {height}, {ext}, {dir}, {source-ext}.'],
    ['{name:2}', '--name: {name:2}: Only numbers can be zero-padded, as in {index:03}.'],
    ['{name', '--name: Unmatched {. Type it twice to use it as text.'],
    ['../{name}', "--name: A file name can't contain /."],
    ['a'.repeat(300), '--name: The pattern can have at most 200 characters.'],
    ['same', 'would both be written to'],
  ])('refuses %s before anything runs', async (pattern, sentence) => {
    const folder = emptyFolder();
    for (const name of ['a.png', 'b.png']) await writeImage(join(folder, name), { width: 4, height: 4 });
    const { code, stderr } = await commandHere(folder, ['convert', 'a.png', 'b.png', '-o', 'out', '--name', pattern]);
    expect([code, filesIn(folder).sort()]).toEqual([2, ['a.png', 'b.png']]);
    expect(stderr).toContain(sentence);
  });

  it('is refused for an output file instead of a folder, and for a size that is unknown in advance', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'), { width: 4, height: 4 });
    const run = (...args: string[]) => commandHere(folder, args);
    expect((await run('convert', 'a.png', '-o', 'b.png', '--name', '{name}')).stderr).toContain(
      '--name needs an output folder; b.png is a file.',
    );
    write(join(folder, 'rows.csv'), 'text\nA\n');
    write(join(folder, 'recipe.json'), '{"operation":"write-horizontal","params":{"text":"A"}}');
    expect((await run('run', 'recipe.json', 'rows.csv', '-o', 'out', '--name', '{width}')).stderr).toContain(
      '--name: The output size of write-horizontal is unknown in advance; remove {width} and {height}.',
    );
  });

  it('fails only for files whose size cannot be read', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'), { width: 4, height: 4 });
    write(join(folder, 'b.png'), 'no picture');
    const { code, stderr } = await commandHere(folder, ['convert', 'a.png', 'b.png', '-o', 'out', '--name', '{width}']);
    expect([code, filesIn(join(folder, 'out'))]).toEqual([1, ['4.png']]);
    expect(stderr).toContain('b.png');
  });
});
