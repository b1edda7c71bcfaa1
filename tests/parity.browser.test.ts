import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { sourceFile } from '#app/platform/files.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { decodeImage } from '#core/image/decode.ts';
import type { PictureFormat } from '#core/image/header.ts';
import type { Raster } from '#core/raster.ts';
import { parseRecipe, type Recipe, runSteps } from '#core/recipe.ts';
import { fetchSample, samplesUrl } from './samples.browser.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    fudebako: (...args: string[]) => Promise<void>;
  }
}

/** Pictures by their bytes' way through the decoders; the two that are refused for their size are not among them. */
const names = [
  'alpha-lossy.webp',
  'animated-iss.webp',
  'apng-20-frames.png',
  'cmyk.jpg',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => `exif-orientation-${orientation}.jpg`),
  'exif-orientation-6.webp',
  'grayscale-tower.jpg',
  'lossless-palette.webp',
  'photo-10mp-nikon-d80.jpg',
  'photo-12mp-pixel8-ultrahdr.jpg',
  'photo-london-1020x768.jpg',
  'png-16bit-rgba-interlaced.png',
  'png-1bit-gray.png',
  'png-palette-trns.png',
  'progressive-tower.jpg',
  'screenshot-text.png',
];

const recipes: Readonly<Record<string, Recipe>> = {
  convert: [{ operation: 'convert', params: { format: 'png' } }],
  crop: [{ operation: 'crop', params: { topX: 5, topY: 3, bottomX: 900, bottomY: 700 } }],
  scale: [{ operation: 'scale', params: { ratio: 0.3 } }],
};

/**
 * How far page and command may be apart, in steps of 255. Each has its own build of the same JPEG
 * decoder, which leaves every photograph here alike and turns CMYK into colours one step apart;
 * whatever else they do runs through the same code and the same WebAssembly.
 */
const ALLOWED: Record<PictureFormat, number> = { jpeg: 2, png: 0, webp: 0, gif: 0, bmp: 0, avif: 0 };

const platform = createBrowserPlatform(createBrowserWorkers());
const file = async (blob: Blob, name: string) => (await decodeImage(sourceFile(blob, name), { platform })).raster;

function farthest(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY;
  let most = 0;
  for (let index = 0; index < a.data.length; index++)
    most = Math.max(most, Math.abs((a.data[index] as number) - (b.data[index] as number)));
  return most;
}

describe.skipIf(!samplesUrl)('the command gives the pixels that the page gives (needs ../shared/samples)', () => {
  describe.each(Object.entries(recipes))('%s', (recipe, steps) => {
    const folder = `.cache/parity/${recipe}`;
    const folderOf = (name: string) => `${folder}/from-${name.split('.').at(-1)}`;
    beforeAll(async () => {
      const toPng: Recipe = [...steps, { operation: 'convert', params: { format: 'png' } }];
      await commands.writeFile(`${folder}.json`, JSON.stringify(toPng));
      for (const target of new Set(names.map(folderOf))) {
        const inputs = names.filter((name) => folderOf(name) === target);
        const paths = inputs.map((name) => `../shared/samples/images/${name}`);
        await commands.fudebako('run', `${folder}.json`, ...paths, '-o', target, '--force');
      }
    }, 180_000);

    it.each(names)('%s', async (name) => {
      const sample = await fetchSample(`images/${name}`);
      const { raster, header } = await decodeImage(sourceFile(sample, name), { platform });
      const page = await runSteps(raster, parseRecipe(steps), { platform });
      const written = await fetch(`/${folderOf(name)}/${name.replace(/\.\w+$/, '.png')}`);
      const apart = farthest(page, await file(await written.blob(), name));
      console.info(`${recipe} ${name}: ${apart}`);
      expect(apart).toBeLessThanOrEqual(ALLOWED[header.format]);
    });
  });
});
