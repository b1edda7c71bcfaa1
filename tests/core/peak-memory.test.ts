import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readAnimation } from '#core/image/animation/read-animation.ts';
import { animationMemory } from '#core/image/check-size.ts';
import { imageMemory, readImageHeader } from '#core/image/formats/registry.ts';
import { deepOr, firstOf } from '../deep.ts';
import { emptyFolder } from '../temporary-folders.ts';
import { bmpFile } from './bmps.ts';
import { gifFile, gifImage } from './gifs.ts';
import { gridItem, heicItem, makeHeic } from './heics.ts';

const folder = emptyFolder();
const SMALL = { width: 64, height: 64 };
const LARGE = { width: 2560, height: 2560 };
type Size = typeof SMALL;

const svg = ({ width, height }: Size, color = '#a03') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g"><stop stop-color="${color}"/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
  );
const image = (size: Size) => sharp(svg(size)).removeAlpha();

const writers: Readonly<Record<string, (size: Size) => Promise<Uint8Array> | Uint8Array>> = {
  jpeg: (size) => image(size).jpeg().toBuffer(),
  png: (size) => image(size).png({ compressionLevel: 1 }).toBuffer(),
  webp: (size) => image(size).webp({ effort: 0 }).toBuffer(),
  avif: (size) => image(size).avif({ effort: 0 }).toBuffer(),
  gif: (size) => image(size).gif({ effort: 1 }).toBuffer(),
  tiff: (size) => image(size).tiff({ compression: 'lzw' }).toBuffer(),
  bmp: ({ width, height }) =>
    bmpFile({ width, height, bits: 24, data: new Uint8Array(width * height * 3).fill(90) as never }),
  svg: (size) => svg(size),
  heic: ({ width, height }) => {
    const [rows, columns] = [height / 64, width / 64];
    const tiles = Array<number>(rows * columns).fill(2);
    return makeHeic([gridItem(rows, columns, width, height), heicItem('tile')], [['dimg', 1, ...tiles]]);
  },
};

/** Returns by how many megabytes a job with the large file exceeds the peak memory of a job with the small file. */
function growth(small: Uint8Array, large: Uint8Array, ...format: string[]): number {
  const paths = [small, large].map((bytes, index) => {
    const path = join(folder, `${index}`);
    writeFileSync(path, bytes);
    return path;
  });
  const child = join(import.meta.dirname, 'peak-memory.child.ts');
  const args = ['--expose-gc', '--import', 'tsx', child, ...paths, ...format];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

/** Only Linux can restart the measurement of the peak. */
const canMeasure = existsSync('/proc/self/clear_refs');

describe.runIf(canMeasure)('the estimated memory is within 1.5 times the measured memory', () => {
  it.each(firstOf(Object.keys(writers)))(
    'for an image in %s',
    async (format) => {
      const write = writers[format] as (typeof writers)[string];
      const [small, large] = [await write(SMALL), await write(LARGE)];
      const header = readImageHeader(large);
      if (!header) throw new Error('The file is damaged');
      const estimated = imageMemory(header, large.length) / 1e6;
      const measured = (growth(small, large) * 2 ** 20) / 1e6;
      expect(estimated / measured, `${measured} MB`).toBeLessThan(1.5);
      expect(measured / estimated, `${measured} MB`).toBeLessThan(1.5);
    },
    120_000,
  );

  const animated = async ({ width, height }: Size) =>
    new Uint8Array(
      await sharp(
        await Promise.all(
          ['#a00', '#0a0', '#00a'].map((color) => sharp(svg({ width, height }, color)).png().toBuffer()),
        ),
        { join: { animated: true } },
      )
        .webp({ effort: 0 })
        .toBuffer(),
    );

  it.each(firstOf(['png', 'gif', 'webp'] as const))(
    'for an animation with frames of the canvas’s size in %s',
    async (format) => {
      const large = await animated(LARGE);
      const facts = await readAnimation(large);
      if (!facts) throw new Error('The file is no animation');
      const estimated = animationMemory(LARGE, facts.largest, large.length, format) / 1e6;
      const measured = (growth(await animated(SMALL), large, format) * 2 ** 20) / 1e6;
      expect(estimated / measured, `${measured} MB`).toBeLessThan(1.5);
      expect(measured / estimated, `${measured} MB`).toBeLessThan(1.5);
    },
    120_000,
  );
});

describe.runIf(canMeasure)('a GIF with 40 frames of one pixel on a large canvas', () => {
  const dots = (side: number, frames: number, disposal: number) =>
    gifFile(
      { width: side, height: side },
      ...Array.from({ length: frames }, (_, at) =>
        gifImage({ left: at, top: at, width: 1, height: 1, indices: [at % 4], delayCs: 10, disposal }),
      ),
    );

  const disposals = [
    ['restored', 3],
    ['cleared', 2],
    ['kept', 1],
  ] as const;
  const side = deepOr(10_000, 4000);

  it.each(firstOf(disposals))(
    'needs the memory of a few canvases, not of 40, if frames are %s',
    (_, disposal) => {
      const file = dots(side, 40, disposal);
      expect(file.length).toBeLessThan(960);
      // On a busy machine, the garbage collector frees up to three canvases late.
      expect(growth(dots(20, 3, disposal), file, 'gif') * 2 ** 20).toBeLessThan(6 * 4 * side ** 2);
    },
    120_000,
  );
});
