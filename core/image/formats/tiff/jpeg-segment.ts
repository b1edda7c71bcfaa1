import { FudebakoError } from '../../../base/errors.ts';
import type { Raster } from '../../../base/raster.ts';
import type { Size } from '../../../geometry/point.ts';
import { type JpegTables, readJpegFrame } from '../jpeg/jpeg-frame.ts';
import { headerSegments } from '../jpeg/jpeg-segments.ts';
import { isFrame } from '../jpeg/markers.ts';
import { readJpeg } from '../jpeg/read-jpeg.ts';

export interface JpegSegmentOptions extends Size {
  /** Rows to decode; the rest of a tile at the bottom edge is outside the image. */
  readonly rows: number;
  /** Tables that all strips or tiles share, parsed once. */
  readonly tables: JpegTables | undefined;
  readonly space: 'ycbcr' | 'rgb';
  readonly components: number;
}

/**
 * Decodes a strip or tile that is a JPEG, with tables that strips may share (TIFF Technical Note 2). Returns `rows`
 * rows; `undefined` for damage. Throws FudebakoError `imageFormat` for a JPEG that the kernels don't support.
 */
export async function decodeJpegSegment(
  packed: Uint8Array,
  { width, height, rows, tables, space, components }: JpegSegmentOptions,
): Promise<Raster | undefined> {
  const bytes = packed.slice();
  const frame = readJpegFrame(bytes, { minSide: 1, space, shared: tables });
  if (!frame) {
    if (isOtherJpeg(bytes)) throw new FudebakoError('imageFormat', { format: 'TIFF (JPEG)' });
    return undefined;
  }
  if (frame.components.length !== components) return undefined;
  if (frame.width !== width || frame.height < rows || frame.height > height) return undefined;
  const decoded = await readJpeg({ bytes, frame, part: { x: 0, y: 0, width, height: rows } });
  return 'bytes' in decoded ? undefined : decoded;
}

const SOF_BASELINE = 0xc0;

/** True for a JPEG that the kernels don't support: not baseline, not 8 bits, or with unusual chroma subsampling. */
function isOtherJpeg(bytes: Uint8Array): boolean {
  for (const { marker, start, end } of headerSegments(bytes)) {
    if (!isFrame(marker)) continue;
    const [bits, , , , , components = 0] = bytes.subarray(start, end);
    const [luma = 0, ...chroma] = Array.from({ length: components }, (_, index) => bytes[start + 7 + index * 3]);
    const isUsual = [0x11, 0x21, 0x22].includes(luma) && chroma.every((sampling) => sampling === 0x11);
    return marker !== SOF_BASELINE || bits !== 8 || (components === 3 && !isUsual);
  }
  return false;
}
