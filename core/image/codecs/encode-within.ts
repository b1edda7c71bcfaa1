import { FudebakoError } from '../../base/errors.ts';

const STEPS = 100;

interface FileLimit {
  readonly format: string;
  readonly maxKilobytes: number;
  readonly lossless?: boolean | undefined;
}

/**
 * Encodes at the highest quality, up to `quality`, at which the file fits `maxKilobytes`, in at most eight attempts.
 * @param encodeAt returns the file at a quality from 0 to 1
 * @throws FudebakoError `imageTargetSize` if no quality fits; errors of `encodeAt`
 */
export async function encodeWithin(
  { format, maxKilobytes, lossless = false }: FileLimit,
  quality: number,
  encodeAt: (quality: number) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const most = maxKilobytes * 1000;
  const atQuality = await encodeAt(quality);
  if (atQuality.length <= most) return atQuality;
  let least = atQuality.length;
  let best: Uint8Array<ArrayBuffer> | undefined;
  // Lossless encoding has no lower qualities, so the range of the search is empty.
  let [low, high] = [0, lossless ? -1 : Math.ceil(quality * STEPS) - 1];
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
  throw targetSizeError(format, least, maxKilobytes);
}

const targetSizeError = (format: string, bytes: number, kilobytes: number) =>
  new FudebakoError('imageTargetSize', {
    format: format.toUpperCase(),
    kilobytes,
    leastKilobytes: Math.ceil(bytes / 1000),
  });
