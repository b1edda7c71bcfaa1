import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { publishedSchemas } from '#scripts/dev/package/package.ts';
import { commandHere, emptyFolder, filesIn, write, writeImage } from './command/harness.ts';

const page = readFileSync(resolve(import.meta.dirname, '../docs/recipes.md'), 'utf8');

/** The examples: title, recipe and command line. */
const examples = [...page.matchAll(/^### (\d+\. .+)\n[^#]*?```json\n([^`]*)```\n\n {4}(fudebako run .+)$/gm)].map(
  ([, title = '', recipe = '', line = '']) => ({ title, recipe, args: line.split(' ').slice(1) }),
);

async function folderOfInputs(): Promise<string> {
  const folder = emptyFolder();
  for (const name of ['photos/a.jpg', 'photos/b.jpg', 'photo.jpg'])
    await writeImage(join(folder, name), { width: 240, height: 160 });
  await writeImage(join(folder, 'screenshot.png'), { width: 240, height: 160 });
  await writeImage(join(folder, 'logo.png'), { width: 40, height: 20, background: '#ffffff' });
  write(join(folder, 'rows.csv'), 'image,text,name\nphoto.jpg,Ada,ada\nphotos/a.jpg,Grace,grace\n');
  return folder;
}

describe('the page of recipes', () => {
  it('has ten examples', () => {
    expect(examples.map(({ title }) => title.split('.')[0])).toEqual(
      Array.from({ length: 10 }, (_, i) => String(i + 1)),
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

  it('has JSON that the published schemas accept', () => {
    const { recipe, config } = publishedSchemas();
    const ajv = new Ajv2020();
    const [isRecipe, isConfig] = [ajv.compile(recipe as object), ajv.compile(config as object)];
    const blocks = [...page.matchAll(/```json\n([^`]*)```/g)].map(([, json = '']) => JSON.parse(json));
    expect(blocks).toHaveLength(13);
    for (const block of blocks)
      expect([block, ('recipes' in block ? isConfig : isRecipe)(block)]).toEqual([block, true]);
  });
});
