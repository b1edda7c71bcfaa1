import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandHere, emptyFolder, filesIn, write } from './harness.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/cookbook.md'), 'utf8');

/** The page's indented blocks of text, without their indentation. */
const blocks = [...page.matchAll(/(?:^ {4}.*\n)(?:(?: {4}.*)?\n)*/gm)]
  .flatMap(([block]) => block.split(/\n\n/))
  .map((block) => block.replace(/^ {4}/gm, '').trim());

const lines = blocks.flatMap((block) => block.split('\n')).filter((line) => line.startsWith('fudebako '));

/** The page's files, recognized by their beginning. */
const files: Readonly<Record<string, string>> = {
  'cards.csv': 'name,text',
  'card.json': '{ "operation": "write-horizontal"',
  'mark.json': '[\n  { "operation": "write-texts"',
  'recipe.json': '[\n  { "operation": "crop"',
};

/** Results by the line that makes them. */
const results: Readonly<Record<string, readonly string[]>> = {
  'scale photos -o web': ['web/london-1020.avif', 'web/london-320.jpg', 'web/tower-512.webp', 'web/srcset.json'],
  'run card.json': ['cards/pond.png', 'cards/spring.png'],
  'run mark.json': ['marked/london.jpg', 'marked/tower.jpg'],
  'make-mask': ['mask.png'],
  layer: ['composed.png'],
  'write-vertical --text 古池や蛙飛びこむ水の音 --author 芭蕉 -o poem.gif': ['poem.gif'],
  'write-vertical --text 古池や蛙飛びこむ水の音 --author 芭蕉 -o poem.mp4': ['poem.mp4'],
  'sound-to-video': ['episode.mp4'],
  'wav-to-mp3': ['mp3/a.mp3'],
  'scale photos -o thumbnails': ['thumbnails/london.webp', 'thumbnails/tower.webp'],
  inspect: [],
  convert: ['clean/london.jpg', 'clean/tower.jpg'],
  'run recipe.json': ['edited/london.jpg', 'edited/tower.jpg'],
};

const folder = emptyFolder();
beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer();
  write(join(folder, 'photos/london.jpg'), await photo(1020, 768));
  write(join(folder, 'photos/tower.jpg'), await photo(512, 512));
  write(join(folder, 'cover.jpg'), await photo(320, 180));
  const logo = sharp({ create: { width: 60, height: 30, channels: 4, background: '#c32' } });
  write(join(folder, 'logo.png'), await logo.png().toBuffer());
  mkdirSync(join(folder, 'recordings'));
  copyFileSync(join(root, 'public/samples/sample.wav'), join(folder, 'recordings/a.wav'));
  copyFileSync(join(root, 'public/samples/sample.mp3'), join(folder, 'episode.mp3'));
  for (const [name, start] of Object.entries(files))
    write(join(folder, name), blocks.find((block) => block.startsWith(start)) as string);
});

describe('a line of the cookbook', () => {
  it('exists for each of the ten jobs', () => {
    expect([page.match(/^## \d+\./gm)?.length, lines.length]).toEqual([10, Object.keys(results).length]);
  });

  it.each(lines)('runs: %s', async (line) => {
    const [start, made] = Object.entries(results).find(([key]) => line.startsWith(`fudebako ${key}`)) ?? [];
    expect(start).toBeDefined();
    const { code, stderr } = await commandHere(folder, line.split(' ').slice(1));
    expect([code, stderr]).toEqual([0, '']);
    expect(filesIn(folder)).toEqual(expect.arrayContaining([...(made ?? [])]));
    for (const name of made ?? []) expect(statSync(join(folder, name)).size).toBeGreaterThan(0);
  });
});
