import { FudebakoError } from '../../base/errors.ts';

/** The step by which quality is lowered. */
const STEPS = 100;

/**
 * The file of the highest quality, up to the one that is wished for, that is no longer than its limit:
 * by halving, as a file grows with its quality. At most seven files are made besides the first.
 *
 * @param encodeAt the whole file at a quality from 0 to 1; called with the wished one first
 * @throws FudebakoError `imageTargetSize` where none is short enough, and what `encodeAt` throws
 */
export async function encodeWithin(
  { format, maxKilobytes }: { readonly format: string; readonly maxKilobytes: number },
  quality: number,
  encodeAt: (quality: number) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const most = maxKilobytes * 1000;
  const wished = await encodeAt(quality);
  if (wished.length <= most) return wished;
  let least = wished.length;
  let best: Uint8Array<ArrayBuffer> | undefined;
  // A lossless format has one size.
  let [low, high] = [0, format === 'png' ? -1 : Math.ceil(quality * STEPS) - 1];
  while (low <= high) {
    const middle = Math.ceil((low + high) / 2);
    const made = await encodeAt(middle / STEPS);
    least = Math.min(least, made.length);
    if (made.length <= most) {
      best = made;
      low = middle + 1;
    } else high = middle - 1;
  }
  if (best) return best;
  const leastKilobytes = Math.ceil(least / 1000);
  throw new FudebakoError('imageTargetSize', { format: format.toUpperCase(), kilobytes: maxKilobytes, leastKilobytes });
}
