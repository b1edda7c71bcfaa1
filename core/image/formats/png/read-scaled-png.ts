import { createRaster, isOpaque, type Raster } from '../../../base/raster.ts';
import type { Size } from '../../../geometry/point.ts';
import type { PixelRect } from '../../crop.ts';
import { loadResampleKernels, type ResampleKernels } from '../../resample/resample-kernels.ts';
import { createRowResampler } from '../../resample/resample-strip.ts';
import { loadPngKernels } from './png-kernels.ts';
import { openPng, type PngFile } from './png-rows.ts';

declare module '../../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'read-scaled-png': typeof readScaledPng;
  }
}

export interface ReadScaledPngInput {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly part: PixelRect;
  readonly size: Size;
}

/**
 * Decodes a PNG without interlacing, and scales a part of it row by row. The bytes equal those of `resample` on the
 * decoded part. Returns `undefined` for a damaged PNG, and without WebAssembly. Throws for undefined pixel types.
 */
export async function readScaledPng({ bytes, part, size }: ReadScaledPngInput): Promise<Raster | undefined> {
  const kernels = await loadPngKernels();
  const resampleKernels = await loadResampleKernels();
  if (!kernels) return undefined;
  const png = openPng(kernels, bytes);
  if (png.damage) return undefined;
  const result = createRaster(size.width, size.height);
  let outcome = scaleRows(png, resampleKernels, part, result, true);
  // Transparent images usually show transparency in their first rows, so few rows are decoded twice.
  if (outcome === 'notOpaque') outcome = scaleRows(png, resampleKernels, part, result, false);
  return outcome === 'done' ? result : undefined;
}

/** Scales by the kernels for opaque images, or for images with alpha. Stops at a row that needs the other kernels. */
function scaleRows(
  png: PngFile,
  kernels: ResampleKernels,
  part: PixelRect,
  { width, height, data }: Raster,
  opaque: boolean,
): 'done' | 'damaged' | 'notOpaque' {
  const source = { sourceWidth: part.width, sourceHeight: part.height, firstRow: 0 };
  const addRow = createRowResampler(kernels, { ...source, width, height, top: 0, bottom: height, opaque }, data);
  const mustCheck = opaque && png.mayHaveAlpha;
  let isRefused = false;
  const damage = png.readRows(
    ({ pixels }) => {
      const row = pixels.subarray(part.x * 4, (part.x + part.width) * 4);
      isRefused = mustCheck && !isOpaque({ width: part.width, height: 1, data: row });
      if (!isRefused) addRow(row);
      return !isRefused;
    },
    part.y,
    part.y + part.height,
  );
  return isRefused ? 'notOpaque' : damage ? 'damaged' : 'done';
}
