import { resolve } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { createNodePlatform } from '../platform/index.ts';
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
import { writeTable } from './write-table.ts';

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

/** SSIM, sizes and CPU times of an image: Fudebako's and sharp's. */
interface Comparison {
  readonly ssim: number;
  readonly bytes: readonly [number, number];
  readonly cpuMs: readonly [number, number];
}

interface Encoded {
  readonly file: Uint8Array;
  readonly cpuMs: number;
}

const platform = createNodePlatform();

async function measureCpu(encode: () => Promise<Uint8Array>): Promise<Encoded> {
  const start = process.cpuUsage();
  const file = await encode();
  const { user, system } = process.cpuUsage(start);
  return { file, cpuMs: (user + system) / 1000 };
}

const encodeByCore = ({ sample }: Image, encoding: ImageEncoding) =>
  measureCpu(() => encodeImage(sample.raster, encoding, { platform }));

/** Prepares pixels for sharp without their alpha channel, because sharp writes opaque alpha channels too. */
async function imageOf(name: string, sample: Sample): Promise<Image> {
  const { width, height, data } = sample.raster;
  const raw = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { name, sample, bySharp: sharp(raw, { raw: { width, height, channels: 3 } }) };
}

type MeasuredPoint = Point & Pick<Encoded, 'cpuMs'>;

/** Interpolates sharp's size at an SSIM between two neighboring qualities. Throws Error if sharp misses the SSIM. */
async function findSharp(
  measure: (quality: number) => Promise<MeasuredPoint>,
  wanted: number,
): Promise<readonly [bytes: number, cpuMs: number]> {
  let [below, above] = [0, MAX_SHARP_QUALITY + 1];
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if ((await measure(middle)).ssim < wanted) below = middle;
    else above = middle;
  }
  if (below < 1 || above > MAX_SHARP_QUALITY) throw new Error(`sharp has no SSIM around ${wanted}`);
  const [from, to] = [await measure(below), await measure(above)];
  return [interpolate(from, to, wanted).bytes, to.cpuMs];
}

const HEAD = ['format', 'sharp', 'quality', 'SSIM', 'size', 'size ratio', 'largest ratio', 'CPU ratio'] as const;
const rows: string[][] = [];

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function addRow(name: string, quality: string, bySharp: string, all: readonly Comparison[]): void {
  const ratios = all.map(({ bytes: [core, peer] }) => core / peer);
  const total = (of: 'bytes' | 'cpuMs', index: 0 | 1) => sumOf(all.map((each) => each[of][index]));
  const kilobytes = (index: 0 | 1) => `${Math.round(total('bytes', index) / 1000)} kB`;
  const row = [
    name,
    `\`${bySharp}\``,
    quality,
    (sumOf(all.map(({ ssim }) => ssim)) / all.length).toFixed(4),
    `${kilobytes(0)} / ${kilobytes(1)}`,
    Math.exp(sumOf(ratios.map(Math.log)) / ratios.length).toFixed(3),
    Math.max(...ratios).toFixed(3),
    (total('cpuMs', 0) / total('cpuMs', 1)).toFixed(2),
  ];
  rows.push(row);
  process.stdout.write(`${row.join('  ')}\n`);
}

async function compareLossy(images: readonly Image[]): Promise<void> {
  for (const { name, encoding, sharp: call, encodeBySharp } of lossyFormats.filter((format) =>
    only.test(format.name),
  )) {
    const known = new Map<Image, Map<number, MeasuredPoint>>(images.map((image) => [image, new Map()]));
    for (const quality of QUALITIES) {
      const comparisons: Comparison[] = [];
      for (const image of images) {
        const core = await encodeByCore(image, { ...encoding, quality });
        const { ssim, bytes } = await pointOf(image.sample, quality, core.file);
        const [peerBytes, peerCpuMs] = await findSharp(async (at) => {
          const before = known.get(image)?.get(at);
          if (before) return before;
          const { file, cpuMs } = await measureCpu(() => encodeBySharp(image.bySharp.clone(), at).toBuffer());
          const point = { ...(await pointOf(image.sample, at, file)), cpuMs };
          known.get(image)?.set(at, point);
          return point;
        }, ssim);
        comparisons.push({ ssim, bytes: [bytes, peerBytes], cpuMs: [core.cpuMs, peerCpuMs] });
      }
      addRow(name, String(quality), call, comparisons);
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
        const peer = await measureCpu(() => encodeBySharp(image.bySharp.clone()).toBuffer());
        for (const { file } of [core, peer]) await requireEqual(image.sample.raster, file);
        comparisons.push({ ssim: 1, bytes: [core.file.length, peer.file.length], cpuMs: [core.cpuMs, peer.cpuMs] });
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

// Encodes each format once, so that the start of the encoders isn't part of the CPU times.
for (const { name, encoding } of [...lossyFormats, ...losslessFormats])
  if (only.test(name)) for (const image of photos.slice(0, 2)) await encodeByCore(image, encoding);
await compareLossy(photos);
await compareLossless({ photos, ...graphics });
platform.close();
if (has('write')) await writeTable('file-sizes', HEAD, rows);
