import { FudebakoError } from '../../base/errors.ts';
import type { TaskContext } from '../../platform/context.ts';
import { checkSlices } from '../hevc/check-slices.ts';
import { readHeicLayout } from './avif-layout.ts';
import { readHeicImages } from './heic-images.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'check-heic': typeof checkHeic;
  }
}

/**
 * Reads the slices of all tiles, which libde265 decodes without checks. Resolves to whether a slice is damaged or missing.
 * @throws FudebakoError `imageFormat` for HEVC features that libde265 decodes to wrong pixels; RangeError for damaged boxes
 */
export async function checkHeic(
  { bytes }: { readonly bytes: Uint8Array },
  { onProgress }: Pick<TaskContext, 'onProgress'>,
): Promise<{ readonly isDamaged: boolean }> {
  const { main, alpha } = readHeicImages(bytes, readHeicLayout(bytes));
  const tiles = [...main.tiles, ...(alpha?.tiles ?? [])];
  let isDamaged = false;
  for (const [index, { units }] of tiles.entries()) {
    const { isWhole, unsupported } = checkSlices(units);
    if (unsupported !== undefined) throw new FudebakoError('imageFormat', { format: `HEIC (${unsupported})` });
    isDamaged ||= isWhole === false;
    onProgress?.((index + 1) / tiles.length);
  }
  return { isDamaged };
}
