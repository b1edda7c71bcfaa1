import type { Raster } from '../../../base/raster.ts';
import type { Size } from '../../../geometry/point.ts';
import type { OperationContext } from '../../../platform/context.ts';
import type { PixelRect } from '../../crop.ts';
import type { FileHeader } from '../image-format.ts';
import { pngColors } from './png-colors.ts';
import { readPngForm } from './png-form.ts';

/**
 * Decodes a part of a PNG and scales it row by row, so memory doesn't depend on the image's height. The bytes equal
 * those of `resample` on the decoded part. May transfer `bytes`. Throws CancelledError, and for undefined pixel types.
 * @returns `undefined` for damage, colors other than sRGB, or interlacing; also for a turned image, because rows and columns
 * round differently
 */
export async function decodeScaledPng(
  bytes: Uint8Array<ArrayBuffer>,
  header: FileHeader,
  part: PixelRect,
  size: Size,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster | undefined> {
  if (header.orientation !== 1 || readPngForm(bytes).passes.length > 1) return undefined;
  if (pngColors(bytes, header.channels)) return undefined;
  return platform.workers.run(
    'read-scaled-png',
    { bytes, part, size },
    // Counts all pixels as work, because a small file can have many, and a worker can be terminated.
    { signal, transfer: [bytes.buffer], workBytes: bytes.length + header.width * header.height * 4 },
  );
}
