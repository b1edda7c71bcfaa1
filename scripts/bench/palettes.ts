/** `npx tsx scripts/bench/palettes.ts`: compares PNGs with few colors to sharp's, by bytes and SSIM (decision 0025). */
import { resolve } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { createNodePlatform } from '../platform/index.ts';
import { openOpaque, ROOT, SAMPLES } from './equal-ssim.ts';
import { lumaOf, ssim } from './ssim.ts';

/** Images and their widths: photos, a drawing with flat areas, and text. */
const IMAGES = [
  [resolve(SAMPLES, 'photo-london-1020x768.jpg'), 1020],
  [resolve(SAMPLES, 'photo-10mp-nikon-d80.jpg'), 800],
  [resolve(SAMPLES, 'art-32mp-7500x4221.jpg'), 1000],
  [resolve(ROOT, 'public/samples/blossoms.png'), 800],
  [resolve(SAMPLES, 'screenshot-text.png'), 5000],
] as const;

/** Numbers of colors that libvips can write. libvips rounds other numbers up. */
const COLORS = [256, 16] as const;

/** Sigma in pixels of the blur before a second SSIM. The blur imitates the eye, which merges dithered dots. */
const BLUR_SIGMA = 1.5;

const platform = createNodePlatform({ threads: 2 });

const rawOf = ({ width, height }: Raster) => ({ raw: { width, height, channels: 4 } }) as const;

async function blurred(image: Sharp): Promise<Float64Array> {
  return lumaOf(await image.removeAlpha().ensureAlpha().blur(BLUR_SIGMA).raw().toBuffer());
}

async function qualityOf(raster: Raster, png: Uint8Array): Promise<string> {
  const { width, height, data } = raster;
  const source = sharp(data, rawOf(raster));
  const made = lumaOf(await sharp(png).ensureAlpha().raw().toBuffer());
  const sharpness = ssim(lumaOf(data), made, width, height);
  const tone = ssim(await blurred(source), await blurred(sharp(png)), width, height);
  return `${png.length.toLocaleString('en')} B | ${sharpness.toFixed(4)} | ${tone.toFixed(4)}`;
}

console.log('| image | colors | dithering | Fudebako | SSIM | blurred | sharp | SSIM | blurred |');
for (const [path, width] of IMAGES) {
  const raster = await openOpaque(path, width);
  for (const colors of COLORS)
    for (const dithering of [true, false]) {
      const encoding = { format: 'png', compression: 9, colors, dithering } as const;
      const ours = await encodeImage({ ...raster, data: raster.data.slice() }, encoding, { platform });
      const theirs = await sharp(raster.data, rawOf(raster))
        .png({ palette: true, colours: colors, dither: dithering ? 1 : 0, compressionLevel: 9, effort: 10 })
        .toBuffer();
      const name = path.slice(path.lastIndexOf('/') + 1);
      const cells = [
        name,
        colors,
        dithering ? 'on' : 'off',
        await qualityOf(raster, ours),
        await qualityOf(raster, theirs),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
}
platform.close();
