import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { root } from './installed.ts';

const page = readFileSync(join(root, 'docs/cookbook.md'), 'utf8');

/** The indented blocks of text in docs/cookbook.md, without their indentation. */
const blocks = [...page.matchAll(/(?:^ {4}.*\n)(?:(?: {4}.*)?\n)*/gm)]
  .flatMap(([block]) => block.split(/\n\n/))
  .map((block) => block.replace(/^ {4}/gm, '').trim());

/** A line of the cookbook, and the results that it makes. */
export interface CookbookLine {
  readonly line: string;
  /** Arguments of the command. */
  readonly args: readonly string[];
  /** Paths of the line's results; `undefined` if `results` has no entry for the line. */
  readonly made: readonly string[] | undefined;
}

/** Paths of results, by the beginning of the line that makes them. */
const results: Readonly<Record<string, readonly string[]>> = {
  'scale photos -o web': ['web/london-1020.avif', 'web/london-320.jpg', 'web/tower-512.webp', 'web/srcset.json'],
  'run card.json': ['cards/pond.png', 'cards/spring.png'],
  'run mark.json': ['marked/london.jpg', 'marked/tower.jpg'],
  'make-mask': ['mask.png'],
  layer: ['composed.png'],
  'write-vertical --text 古池や蛙飛びこむ水の音 --author 芭蕉 --width 400 --height 600 -o poem.gif': ['poem.gif'],
  'write-vertical --text 古池や蛙飛びこむ水の音 --author 芭蕉 -o poem.mp4': ['poem.mp4'],
  'scale poem.gif': ['poem-small.gif'],
  'convert poem.gif': ['poem-again.mp4'],
  'sound-to-video --audio episode.mp3 --main cover.jpg -o episode.mp4': ['episode.mp4'],
  'sound-to-video --audio episode.mp3 --main cover.jpg -o waveform.mp4': ['waveform.mp4'],
  'sound-to-video --audio episode.mp3 --main cover.jpg -o titled.mp4': ['titled.mp4'],
  'sound-to-video --audio episode.mp3 --main cover.jpg -o even.mp4': ['even.mp4'],
  'run captioned.json': ['episodes/episode-wide.mp4', 'episodes/episode-tall.mp4', 'episodes/episode-square.mp4'],
  'wav-to-mp3': ['mp3/a.mp3'],
  'convert-audio': ['even/a.mp3'],
  'scale photos -o thumbnails': ['thumbnails/london.webp', 'thumbnails/tower.webp'],
  'crop photos': ['squares/london.jpg', 'squares/tower.jpg'],
  inspect: [],
  'convert photos -o clean': ['clean/london.jpg', 'clean/tower.jpg'],
  'convert photos -o profiled': ['profiled/london.jpg', 'profiled/tower.jpg'],
  check: [],
  watermark: ['drafts/london.jpg', 'drafts/tower.jpg'],
  'join photos': ['sheet.jpg'],
  'images-to-pdf': ['photos.pdf'],
  'run recipe.json': ['edited/london.jpg', 'edited/tower.jpg'],
};

const resultsOf = (line: string) => Object.entries(results).find(([key]) => line.startsWith(`fudebako ${key}`))?.[1];

/** The command lines of docs/cookbook.md, in order. */
export const cookbookLines: readonly CookbookLine[] = blocks
  .flatMap((block) => block.split('\n'))
  .filter((line) => line.startsWith('fudebako '))
  .map((line) => ({ line, args: line.split(' ').slice(1), made: resultsOf(line) }));

/** Number of jobs that docs/cookbook.md describes, and number of entries in `results`. */
export const cookbookSize = { jobs: page.match(/^## \d+\./gm)?.length, lines: Object.keys(results).length };

/** Files whose content is a block of docs/cookbook.md, each with the beginning of the block. */
const files: Readonly<Record<string, string>> = {
  'cards.csv': 'name,text',
  'card.json': '{ "operation": "write-horizontal"',
  'mark.json': '[\n  { "operation": "write-texts"',
  'episode.srt': '1\n00:00',
  'sizes.csv': 'name,resolution',
  'captioned.json': '{ "operation": "sound-to-video"',
  'recipe.json': '{\n  "$schema"',
};

/** Writes the files that the command lines of docs/cookbook.md need into a folder. */
export async function writeCookbookFiles(folder: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const write = (name: string, content: Uint8Array | string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer();
  write('photos/london.jpg', await photo(1020, 768));
  write('photos/tower.jpg', await photo(512, 512));
  write('cover.jpg', await photo(320, 180));
  const logo = sharp({ create: { width: 60, height: 30, channels: 4, background: '#c32' } });
  write('logo.png', await logo.png().toBuffer());
  mkdirSync(join(folder, 'recordings'));
  copyFileSync(join(root, 'public/samples/sample.wav'), join(folder, 'recordings/a.wav'));
  copyFileSync(join(root, 'public/samples/sample.mp3'), join(folder, 'episode.mp3'));
  for (const [name, start] of Object.entries(files)) {
    const block = blocks.find((each) => each.startsWith(start));
    if (block === undefined) throw new Error(`The page has no ${name}`);
    write(name, block);
  }
}
