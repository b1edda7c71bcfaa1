import { FudebakoError } from '../../base/errors.ts';
import type { TaskContext } from '../../platform/context.ts';
import { checkSlices, type SliceCheck } from '../hevc/check-slices.ts';
import { readHeicLayout } from './avif-layout.ts';
import { type HeicTile, readHeicImages } from './heic-images.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'check-heic': typeof checkHeic;
  }
}

/**
 * Reads the slices of all tiles, which libde265 decodes without checks. Resolves to whether a slice is damaged or missing, and
 * whether all slices were read: `isChecked` is false for HEVC features that the check does not support.
 * @throws FudebakoError `imageFormat` for HEVC features that libde265 decodes to wrong pixels; RangeError for damaged boxes
 */
export async function checkHeic(
  { bytes }: { readonly bytes: Uint8Array },
  { onProgress }: Pick<TaskContext, 'onProgress'>,
): Promise<{ readonly isDamaged: boolean; readonly isChecked: boolean }> {
  const { main, alpha } = readHeicImages(bytes, readHeicLayout(bytes));
  const tiles = [...main.tiles, ...(alpha?.tiles ?? [])];
  // Several tiles may have the same payload, for example a blank one.
  const checks = new Map<HeicTile, SliceCheck>();
  let isDamaged = false;
  let isChecked = true;
  for (const [index, tile] of tiles.entries()) {
    const check = checks.get(tile) ?? checkSlices(tile.units);
    checks.set(tile, check);
    const { isWhole, unsupported } = check;
    if (unsupported !== undefined) throw new FudebakoError('imageFormat', { format: `HEIC (${unsupported})` });
    isDamaged ||= isWhole === false;
    isChecked &&= isWhole !== undefined;
    onProgress?.((index + 1) / tiles.length);
  }
  return { isDamaged, isChecked };
}
