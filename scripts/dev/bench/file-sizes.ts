import { resolve } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { encoderQuality } from '#core/image/formats/quality-scale.ts';
import { createNodePlatform } from '../../platform/index.ts';
import {
  interpolate,
  openOpaque,
  openPhoto,
  PHOTOS,
  type Point,
  pointOf,
  ROOT,
  SAMPLES,
  type Sample,
} from './equal-ssim.ts';
import { losslessFormats, lossyFormats } from './file-size-formats.ts';
import { benchOptions } from './options.ts';
import { lumaOf } from './ssim.ts';
import { writeTable } from './table.ts';

/** `npm run bench -- --file-sizes`: compares file sizes with sharp's at equal SSIM, or at equal pixels if lossless. */

const { only, has } = benchOptions('rounds', 1);

/** Fudebako's qualities: a low, a medium and the default quality. */
const QUALITIES = [0.6, 0.8, 0.95] as const;
const MAX_SHARP_QUALITY = 100;

/** Images for lossless formats, besides photos, and their maximum widths. */
const GRAPHICS = [
  ['screenshot with text', resolve(SAMPLES, 'screenshot-text.png'), 5000],
  ['drawing', resolve(ROOT, 'public/samples/blossoms.png'), 5000],
  ['painting', resolve(SAMPLES, 'art-32mp-7500x4221.jpg'), 1000],
] as const;

interface Image {
  readonly name: string;
  readonly sample: Sample;
  readonly bySharp: Sharp;
}

/** SSIM of an image, and sizes in bytes. */
interface Comparison {
  readonly ssim: number;
  readonly core: number;
  readonly peer: number;
}

const platform = createNodePlatform();

const encodeByCore = ({ sample }: Image, encoding: ImageEncoding) => encodeImage(sample.raster, encoding, { platform });

/** Prepares pixels for sharp without their alpha channel, because sharp writes opaque alpha channels too. */
async function imageOf(name: string, sample: Sample): Promise<Image> {
  const { width, height, data } = sample.raster;
  const raw = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { name, sample, bySharp: sharp(raw, { raw: { width, height, channels: 3 } }) };
}

/**
 * Returns sharp's size at an SSIM, interpolated linearly between two neighboring qualities. Searches from the quality
 * `first`. Throws Error if sharp misses the SSIM.
 */
async function findSharp(measure: (quality: number) => Promise<Point>, wanted: number, first: number): Promise<number> {
  let [below, above] = [0, MAX_SHARP_QUALITY + 1];
  let step = 2;
  for (let at = first; above - below > 1; step *= 2) {
    if ((await measure(at)).ssim < wanted) below = at;
    else above = at;
    if (below === 0) at = Math.max(1, above - step);
    else if (above > MAX_SHARP_QUALITY) at = Math.min(MAX_SHARP_QUALITY, below + step);
    else at = (below + above) >> 1;
  }
  if (below < 1 || above > MAX_SHARP_QUALITY) throw new Error(`sharp has no SSIM around ${wanted}`);
  return interpolate(await measure(below), await measure(above), wanted).bytes;
}

const HEAD = ['format', 'sharp', 'quality', 'SSIM', 'size', 'size ratio', 'largest ratio'] as const;
const rows: string[][] = [];

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function addRow(name: string, quality: string, bySharp: string, all: readonly Comparison[]): void {
  const ratios = all.map(({ core, peer }) => core / peer);
  const kilobytes = (of: 'core' | 'peer') => `${Math.round(sumOf(all.map((each) => each[of])) / 1000)} kB`;
  const row = [
    name,
    `\`${bySharp}\``,
    quality,
    (sumOf(all.map(({ ssim }) => ssim)) / all.length).toFixed(4),
    `${kilobytes('core')} / ${kilobytes('peer')}`,
    Math.exp(sumOf(ratios.map(Math.log)) / ratios.length).toFixed(3),
    Math.max(...ratios).toFixed(3),
  ];
  rows.push(row);
  process.stdout.write(`${row.join('  ')}\n`);
}

async function compareLossy(images: readonly Image[]): Promise<void> {
  for (const { name, encoding, sharp: call, encodeBySharp } of lossyFormats.filter((format) =>
    only.test(format.name),
  )) {
    const known = new Map<Image, Map<number, Point>>(images.map((image) => [image, new Map()]));
    const measureSharp = async (image: Image, quality: number): Promise<Point> => {
      const before = known.get(image)?.get(quality);
      if (before) return before;
      const file = await encodeBySharp(image.bySharp.clone(), quality).toBuffer();
      const point = await pointOf(image.sample, quality, file);
      known.get(image)?.set(quality, point);
      return point;
    };
    for (const quality of QUALITIES) {
      const { format } = encoding;
      const first = 100 * (format === 'webp' || format === 'avif' ? encoderQuality(format, quality) : quality);
      const compare = async (image: Image): Promise<Comparison> => {
        const file = await encodeByCore(image, { ...encoding, quality });
        const { ssim, bytes } = await pointOf(image.sample, quality, file);
        const peer = await findSharp((at) => measureSharp(image, at), ssim, Math.round(first));
        return { ssim, core: bytes, peer };
      };
      addRow(name, String(quality), call, await Promise.all(images.map(compare)));
    }
  }
}

async function requireEqual(raster: Raster, file: Uint8Array): Promise<void> {
  const decoded = await sharp(file).toColorspace('srgb').ensureAlpha().raw().toBuffer();
  if (!decoded.equals(new Uint8Array(raster.data))) throw new Error('The pixels of a lossless file changed');
}

async function compareLossless(groups: Readonly<Record<string, readonly Image[]>>): Promise<void> {
  for (const { name, encoding, sharp: call, encodeBySharp } of losslessFormats.filter((format) =>
    only.test(format.name),
  ))
    for (const [group, images] of Object.entries(groups)) {
      const comparisons: Comparison[] = [];
      for (const image of images) {
        const core = await encodeByCore(image, encoding);
        const peer = await encodeBySharp(image.bySharp.clone()).toBuffer();
        for (const file of [core, peer]) await requireEqual(image.sample.raster, file);
        comparisons.push({ ssim: 1, core: core.length, peer: peer.length });
      }
      addRow(`${name}: ${group}`, '', call, comparisons);
    }
}

const photos: Image[] = [];
for (const [name, width] of PHOTOS) photos.push(await imageOf(name, await openPhoto(name, width)));
const graphics: Record<string, Image[]> = {};
for (const [name, path, width] of GRAPHICS) {
  const raster = await openOpaque(path, width);
  graphics[name] = [await imageOf(name, { raster, luma: lumaOf(raster.data) })];
}

await compareLossy(photos);
await compareLossless({ photos, ...graphics });
platform.close();
if (has('write')) await writeTable('file-sizes', HEAD, rows);
