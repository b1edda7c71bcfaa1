/** `npx tsx scripts/bench/quality-scale.ts`: finds WebP and AVIF qualities that have a JPEG's SSIM (decision 0024). */
import { resolve } from 'node:path';
import sharp from 'sharp';
import type { Raster } from '#core/base/raster.ts';
import { encodeWithWasm, type WasmFormat } from '#core/image/codecs/wasm-codecs.ts';
import { encodeJpeg } from '#core/image/jpeg/encode-jpeg.ts';
import { createNodePlatform } from '../platform/index.ts';
import { lumaOf, ssim } from './ssim.ts';

const SAMPLES = resolve(import.meta.dirname, '../../../shared/samples/images');
/** Photos, each with a width to which it is scaled down. Otherwise, the photos' JPEG artifacts would favor JPEG. */
const PHOTOS = [
  ['photo-10mp-nikon-d80.jpg', 800],
  ['photo-12mp-pixel8-ultrahdr.jpg', 800],
  ['photo-london-1020x768.jpg', 800],
  ['progressive-tower.jpg', 400],
  ['exif-orientation-1.jpg', 450],
] as const;

const JPEG_QUALITIES = [5, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 95, 98, 100];
const TRIED = {
  webp: [0, 5, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 93, 96, 98, 100],
  avif: [5, 15, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 98, 100],
};

interface Sample {
  readonly raster: Raster;
  readonly luma: Float64Array;
}

interface Point {
  readonly quality: number;
  readonly ssim: number;
  readonly bytes: number;
}

const platform = createNodePlatform({ threads: 2 });

async function openPhoto(name: string, width: number): Promise<Sample> {
  const { data, info } = await sharp(resolve(SAMPLES, name))
    .flatten({ background: '#ffffff' })
    .resize({ width })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raster = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
  return { raster, luma: lumaOf(raster.data) };
}

const encoders: Record<'jpg' | WasmFormat, (raster: Raster, quality: number) => Promise<Uint8Array>> = {
  jpg: (raster, quality) => encodeJpeg(raster, quality, { platform }),
  webp: (raster, quality) => encodeWithWasm({ ...raster, format: 'webp', quality }, { platform }),
  avif: (raster, quality) => encodeWithWasm({ ...raster, format: 'avif', quality }, { platform }),
};

async function measure(sample: Sample, format: 'jpg' | WasmFormat, qualities: readonly number[]): Promise<Point[]> {
  const points: Point[] = [];
  for (const quality of qualities) {
    const bytes = await encoders[format](sample.raster, quality / 100);
    const decoded = await sharp(bytes).ensureAlpha().raw().toBuffer();
    const { width, height } = sample.raster;
    points.push({ quality, ssim: ssim(sample.luma, lumaOf(decoded), width, height), bytes: bytes.length });
  }
  return points;
}

/** Returns the quality and file size that reach an SSIM, interpolated between the two nearest measurements. */
function at(points: readonly Point[], wanted: number): Pick<Point, 'quality' | 'bytes'> {
  const next = points.findIndex((point) => point.ssim >= wanted);
  const [below, above] = next <= 0 ? [points.at(next), points.at(next)] : [points[next - 1], points[next]];
  if (!below || !above) throw new Error('No points');
  const share = above === below ? 0 : (wanted - below.ssim) / (above.ssim - below.ssim);
  const between = (from: number, to: number) => from + share * (to - from);
  return { quality: between(below.quality, above.quality), bytes: between(below.bytes, above.bytes) };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const measured: Readonly<Record<'jpg' | WasmFormat, readonly Point[]>>[] = [];
for (const [name, width] of PHOTOS) {
  const sample = await openPhoto(name, width);
  measured.push({
    jpg: await measure(sample, 'jpg', JPEG_QUALITIES),
    webp: await measure(sample, 'webp', TRIED.webp),
    avif: await measure(sample, 'avif', TRIED.avif),
  });
  console.error(name);
}
console.log('| quality (JPG) | SSIM | WebP | AVIF | WebP bytes | AVIF bytes |\n| --- | --- | --- | --- | --- | --- |');
for (const [index, quality] of JPEG_QUALITIES.entries()) {
  const reference = measured.map(({ jpg }) => jpg[index] as Point);
  const equal = (format: WasmFormat) =>
    measured.map((points, sample) => at(points[format], (reference[sample] as Point).ssim));
  const cells = (['webp', 'avif'] as const).map((format) => {
    const found = equal(format);
    const share = mean(found.map(({ bytes }, sample) => bytes / (reference[sample] as Point).bytes));
    const each = found.map(({ quality: one }) => Math.round(one)).join(' ');
    return {
      quality: mean(found.map(({ quality: one }) => one)).toFixed(1),
      share: `${Math.round(100 * share)}%`,
      each,
    };
  });
  const [webp, avif] = cells;
  const ssims = mean(reference.map((point) => point.ssim)).toFixed(4);
  console.log(
    `| ${quality} | ${ssims} | ${webp?.quality} | ${avif?.quality} | ${webp?.share} | ${avif?.share} | ${webp?.each} / ${avif?.each}`,
  );
}
process.exit(0);
