import { resolve } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { createNodePlatform } from '../platform/index.ts';
import { interpolate, openOpaque, openPhoto, PHOTOS, type Point, pointOf, ROOT, SAMPLES, type Sample } from './equal-ssim.ts';
import { benchOptions } from './options.ts';
import { lumaOf } from './ssim.ts';
import { writeTable } from './write-table.ts';

/** `npm run bench -- --file-sizes`: compares file sizes with sharp's at equal SSIM, or at equal pixels if lossless. */

const { only, has } = benchOptions('rounds', 1, ['each']);

interface LossyFormat {
  readonly name: string;
  readonly ours: ImageEncoding;
  readonly theirs: string;
  encode(image: Sharp, quality: number): Sharp;
}

/** Both programs use the same chroma subsampling in a row, because the SSIM of luma doesn't see chroma. */
const LOSSY: readonly LossyFormat[] = [
  {
    name: 'JPEG',
    ours: { format: 'jpg' },
    theirs: 'jpeg()',
    encode: (image, quality) => image.jpeg({ quality }),
  },
  {
    name: 'JPEG, progressive',
    ours: { format: 'jpg', progressive: true },
    theirs: 'jpeg({ progressive: true })',
    encode: (image, quality) => image.jpeg({ quality, progressive: true }),
  },
  {
    name: 'JPEG, smaller',
    ours: { format: 'jpg', smaller: true },
    theirs: 'jpeg({ mozjpeg: true })',
    encode: (image, quality) => image.jpeg({ quality, mozjpeg: true }),
  },
  {
    name: 'WebP',
    ours: { format: 'webp' },
    theirs: 'webp()',
    encode: (image, quality) => image.webp({ quality }),
  },
  {
    name: 'AVIF, 4:2:0',
    ours: { format: 'avif' },
    theirs: "avif({ chromaSubsampling: '4:2:0' })",
    encode: (image, quality) => image.avif({ quality, chromaSubsampling: '4:2:0' }),
  },
  {
    name: 'AVIF, 4:4:4',
    ours: { format: 'avif', chroma: '4:4:4' },
    theirs: 'avif()',
    encode: (image, quality) => image.avif({ quality }),
  },
];

/** Fudebako's qualities: a low and a medium quality, and the default quality. */
const QUALITIES = [0.6, 0.8, 0.95] as const;

interface LosslessFormat {
  readonly name: string;
  readonly ours: ImageEncoding;
  readonly theirs: string;
  encode(image: Sharp): Sharp;
}

const LOSSLESS: readonly LosslessFormat[] = [
  {
    name: 'PNG',
    ours: { format: 'png' },
    theirs: 'png({ compressionLevel: 9, adaptiveFiltering: true })',
    encode: (image) => image.png({ compressionLevel: 9, adaptiveFiltering: true }),
  },
  {
    name: 'WebP, lossless',
    ours: { format: 'webp', lossless: true },
    theirs: 'webp({ lossless: true })',
    encode: (image) => image.webp({ lossless: true }),
  },
];

const GRAPHICS = [
  ['screenshot with text', resolve(SAMPLES, 'screenshot-text.png'), 5000],
  ['drawing', resolve(ROOT, 'public/samples/blossoms.png'), 5000],
  ['painting', resolve(SAMPLES, 'art-32mp-7500x4221.jpg'), 1000],
] as const;

/** Sizes and CPU times of an image. */
interface Comparison {
  readonly image: string;
  readonly ssim: number;
  readonly bytes: readonly [ours: number, theirs: number];
  readonly cpuMs: readonly [ours: number, theirs: number];
}

interface Timed<Value> {
  readonly value: Value;
  readonly cpuMs: number;
}

async function timed<Value>(work: () => Promise<Value>): Promise<Timed<Value>> {
  const start = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(start);
  return { value, cpuMs: (user + system) / 1000 };
}

const platform = createNodePlatform();

const encodeOurs = ({ raster }: Sample, encoding: ImageEncoding) =>
  timed(() => encodeImage(raster, encoding, { platform }));

/** Returns opaque pixels without an alpha channel for sharp, which would write the channel to some formats. */
async function withoutAlpha({ width, height, data }: Raster): Promise<Sharp> {
  const raw = await sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha().raw().toBuffer();
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

/** Finds sharp's file size at an SSIM, between the two neighboring whole qualities whose SSIM is below and above. */
async function findSharp(measure: (quality: number) => Promise<Timed<Point>>, wanted: number) {
  let [below, above] = [await measure(1), await measure(100)];
  if (below.value.ssim > wanted || above.value.ssim < wanted) throw new Error(`sharp never has an SSIM of ${wanted}`);
  while (above.value.quality - below.value.quality > 1) {
    const middle = await measure((below.value.quality + above.value.quality) >> 1);
    if (middle.value.ssim < wanted) below = middle;
    else above = middle;
  }
  return { ...interpolate(below.value, above.value, wanted), cpuMs: above.cpuMs };
}

const photos: { readonly name: string; readonly sample: Sample; readonly image: Sharp }[] = [];
for (const [name, width] of PHOTOS) {
  const sample = await openPhoto(name, width);
  photos.push({ name, sample, image: await withoutAlpha(sample.raster) });
}

const HEAD = ['format', 'sharp', 'quality', 'SSIM', 'size', 'size ratio', 'largest ratio', 'CPU ratio'];
const rows: string[][] = [];

function addRow(name: string, theirs: string, quality: string, all: readonly Comparison[]): void {
  const sum = (of: 'bytes' | 'cpuMs', at: 0 | 1) => all.reduce((total, each) => total + each[of][at], 0);
  const kilobytes = (at: 0 | 1) => `${Math.round(sum('bytes', at) / 1000)} kB`;
  const ratios = all.map(({ bytes: [ours, other] }) => ours / other);
  const geometricMean = Math.exp(ratios.reduce((total, ratio) => total + Math.log(ratio), 0) / ratios.length);
  rows.push([
    name,
    `\`${theirs}\``,
    quality,
    (all.reduce((total, { ssim }) => total + ssim, 0) / all.length).toFixed(4),
    `${kilobytes(0)} / ${kilobytes(1)}`,
    geometricMean.toFixed(3),
    Math.max(...ratios).toFixed(3),
    (sum('cpuMs', 0) / sum('cpuMs', 1)).toFixed(2),
  ]);
  process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
  if (has('each')) for (const [index, { image }] of all.entries()) process.stdout.write(`  ${image} ${ratios[index]?.toFixed(3)}\n`);
}

for (const { name, ours, theirs, encode } of LOSSY.filter(({ name }) => only.test(name))) {
  const measured = photos.map(() => new Map<number, Timed<Point>>());
  const [first] = photos;
  // Starts both encoders once, so that their start isn't part of the CPU times.
  if (first) await Promise.all([encodeOurs(first.sample, ours), encode(first.image.clone(), 50).toBuffer()]);
  for (const quality of QUALITIES) {
    const comparisons: Comparison[] = [];
    for (const [index, photo] of photos.entries()) {
      const { value: bytes, cpuMs } = await encodeOurs(photo.sample, { ...ours, quality });
      const point = await pointOf(photo.sample, quality, bytes);
      const other = await findSharp(async (at) => {
        const known = measured[index]?.get(at);
        if (known) return known;
        const { value, cpuMs } = await timed(() => encode(photo.image.clone(), at).toBuffer());
        const found = { value: await pointOf(photo.sample, at, value), cpuMs };
        measured[index]?.set(at, found);
        return found;
      }, point.ssim);
      comparisons.push({
        image: photo.name,
        ssim: point.ssim,
        bytes: [point.bytes, other.bytes],
        cpuMs: [cpuMs, other.cpuMs],
      });
    }
    addRow(name, theirs, String(quality), comparisons);
  }
}

/** Throws Error if a decoded file differs from the pixels. */
async function requireEqual(raster: Raster, bytes: Uint8Array): Promise<void> {
  const decoded = await sharp(bytes).toColorspace('srgb').ensureAlpha().raw().toBuffer();
  if (!decoded.equals(new Uint8Array(raster.data))) throw new Error('A lossless file has other pixels');
}

const graphics: typeof photos = [];
for (const [name, path, width] of GRAPHICS) {
  const raster = await openOpaque(path, width);
  graphics.push({ name, sample: { raster, luma: lumaOf(raster.data) }, image: await withoutAlpha(raster) });
}
const groups = [{ name: 'photos', images: photos }, ...graphics.map((image) => ({ name: image.name, images: [image] }))];
for (const { name, ours, theirs, encode } of LOSSLESS.filter(({ name }) => only.test(name))) {
  const [first] = photos;
  if (first) await Promise.all([encodeOurs(first.sample, ours), encode(first.image.clone()).toBuffer()]);
  for (const { name: group, images } of groups) {
    const comparisons: Comparison[] = [];
    for (const { name: image, sample, image: pixels } of images) {
      const own = await encodeOurs(sample, ours);
      const other = await timed(() => encode(pixels.clone()).toBuffer());
      for (const { value } of [own, other]) await requireEqual(sample.raster, value);
      comparisons.push({
        image,
        ssim: 1,
        bytes: [own.value.length, other.value.length],
        cpuMs: [own.cpuMs, other.cpuMs],
      });
    }
    addRow(`${name}, ${group}`, theirs, '', comparisons);
  }
}
platform.close();
if (has('write')) await writeTable('file-sizes', HEAD, rows);
