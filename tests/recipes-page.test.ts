import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { productShot } from '#app/recipes/one-press.ts';
import { publishedSchemas } from '#scripts/dev/package/package.ts';
import { commandHere, emptyFolder, filesIn, write, writeImage } from './command/harness.ts';

const page = readFileSync(resolve(import.meta.dirname, '../docs/recipes.md'), 'utf8');

/** The examples: title, recipe and command line. */
const examples = [...page.matchAll(/^### (\d+\. .+)\n[^#]*?```json\n([^`]*)```\n\n {4}(fudebako run .+)$/gm)].map(
  ([, title = '', recipe = '', line = '']) => ({ title, recipe, args: line.split(' ').slice(1) }),
);

/** Writes a photo of a red ball on a gray table. */
async function writeProduct(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const ball = '<svg width="960" height="640"><circle cx="600" cy="360" r="160" fill="#c8281e"/></svg>';
  await sharp({ create: { width: 960, height: 640, channels: 3, background: '#bcb8b0' } })
    .composite([{ input: Buffer.from(ball) }])
    .jpeg({ quality: 95 })
    .toFile(path);
}

async function folderOfInputs(): Promise<string> {
  const folder = emptyFolder();
  for (const name of ['photos/a.jpg', 'photos/b.jpg', 'photo.jpg'])
    await writeImage(join(folder, name), { width: 240, height: 160 });
  for (const name of ['products/a.jpg', 'products/b.jpg']) await writeProduct(join(folder, name));
  await writeImage(join(folder, 'screenshot.png'), { width: 240, height: 160 });
  await writeImage(join(folder, 'logo.png'), { width: 40, height: 20, background: '#ffffff' });
  write(join(folder, 'rows.csv'), 'image,text,name\nphoto.jpg,Ada,ada\nphotos/a.jpg,Grace,grace\n');
  return folder;
}

describe('the page of recipes', () => {
  it('has eleven examples', () => {
    expect(examples.map(({ title }) => title.split('.')[0])).toEqual(
      Array.from({ length: 11 }, (_, i) => String(i + 1)),
    );
  });

  it.each(examples.map((example) => [example.title, example] as const))('runs: %s', async (_, { recipe, args }) => {
    const folder = await folderOfInputs();
    const [, file = '', input = '', , output = ''] = args;
    write(join(folder, file), recipe);
    const { code, stderr } = await commandHere(folder, args);
    expect([code, stderr]).toEqual([0, '']);
    const made = filesIn(folder).filter((name) => name === output || name.startsWith(`${output}/`));
    expect(made).toHaveLength(input.includes('.') && !input.endsWith('.csv') ? 1 : 2);
    for (const name of made) expect((await sharp(join(folder, name)).metadata()).width).toBeGreaterThan(0);
  });

  it('has the product shot of the page, which is white and opaque as JPG and PNG', async () => {
    const folder = await folderOfInputs();
    const shown = examples.find(({ title }) => title.includes('Product'))?.recipe ?? '';
    expect(JSON.parse(shown)).toEqual(productShot);
    write(join(folder, 'product.json'), shown);
    for (const format of ['jpg', 'png']) {
      const args = ['run', 'product.json', 'products', '-o', format, '--format', format];
      expect((await commandHere(folder, args)).code).toBe(0);
      const image = sharp(join(folder, format, `a.${format}`));
      expect((await image.stats()).isOpaque).toBe(true);
      const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [...data.subarray((y * 1200 + x) * 4, (y * 1200 + x) * 4 + 3)];
      expect([info.width, info.height]).toEqual([1200, 1200]);
      // With soft edges, the ball reaches from 60 to 1140 px. The pixel at 100 px is inside this square, outside the ball.
      for (const [x, y] of [
        [10, 10],
        [100, 100],
        [30, 600],
        [1170, 600],
      ] as const)
        expect(at(x, y)).toEqual([255, 255, 255]);
      for (const x of [80, 600, 1120]) expect(at(x, 600)[1]).toBeLessThan(80);
    }
  });

  it('has JSON that the published schemas accept', () => {
    const { recipe, config } = publishedSchemas();
    const ajv = new Ajv2020();
    const [isRecipe, isConfig] = [ajv.compile(recipe as object), ajv.compile(config as object)];
    const blocks = [...page.matchAll(/```json\n([^`]*)```/g)].map(([, json = '']) => JSON.parse(json));
    expect(blocks).toHaveLength(14);
    for (const block of blocks)
      expect([block, ('recipes' in block ? isConfig : isRecipe)(block)]).toEqual([block, true]);
  });
});
