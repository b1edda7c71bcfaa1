/** `npx tsx scripts/bench/quality-scale.ts`: finds WebP and AVIF qualities that have a JPEG's SSIM (decision 0024). */
import type { Raster } from '#core/base/raster.ts';
import { encodeWithWasm, type WasmFormat } from '#core/image/codecs/wasm-codecs.ts';
import { encodeJpeg } from '#core/image/formats/jpeg/encode-jpeg.ts';
import { createNodePlatform } from '../platform/index.ts';
import { interpolate, openPhoto, PHOTOS, type Point, pointOf, type Sample } from './equal-ssim.ts';

const JPEG_QUALITIES = [5, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 95, 98, 100];
const TRIED = {
  webp: [0, 5, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 93, 96, 98, 100],
  avif: [5, 15, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 98, 100],
};

const platform = createNodePlatform({ threads: 2 });

const encoders: Record<'jpg' | WasmFormat, (raster: Raster, quality: number) => Promise<Uint8Array>> = {
  jpg: (raster, quality) => encodeJpeg(raster, quality, { platform }),
  webp: (raster, quality) => encodeWithWasm({ ...raster, format: 'webp', quality }, { platform }),
  avif: (raster, quality) => encodeWithWasm({ ...raster, format: 'avif', quality }, { platform }),
};

async function measure(sample: Sample, format: 'jpg' | WasmFormat, qualities: readonly number[]): Promise<Point[]> {
  const points: Point[] = [];
  for (const quality of qualities) {
    const bytes = await encoders[format](sample.raster, quality / 100);
    points.push(await pointOf(sample, quality, bytes));
  }
  return points;
}

/** Returns the quality and file size that reach an SSIM, interpolated between the two nearest measurements. */
function at(points: readonly Point[], wanted: number): Pick<Point, 'quality' | 'bytes'> {
  const next = points.findIndex((point) => point.ssim >= wanted);
  const [below, above] = next <= 0 ? [points.at(next), points.at(next)] : [points[next - 1], points[next]];
  if (!below || !above) throw new Error('No points');
  return interpolate(below, above, wanted);
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
