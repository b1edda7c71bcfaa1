import type { OperationContext } from '../platform.ts';
import type { Raster } from '../raster.ts';

export interface ResampleRowsInput {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

export async function resampleRows(input: ResampleRowsInput): Promise<Uint8ClampedArray<ArrayBuffer>> {
  return input.data;
}

export async function resample(
  image: Raster,
  width: number,
  height: number,
  _context: OperationContext,
): Promise<Raster> {
  void width;
  void height;
  return image;
}
