import { FudebakoError, ParameterError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { readingError } from '../../base/internal-failure.ts';
import type { Raster } from '../../base/raster.ts';
import { flatten } from '../flatten.ts';
import type { EncodeContext } from '../formats/image-format.ts';
import {
  checkOutputSize,
  type EncodeOptions,
  formatName,
  type OutputFormat,
  optionsOf,
  stillFormats,
} from '../formats/output-formats.ts';
import { formatNamed } from '../formats/registry.ts';

export interface ImageEncoding extends EncodeOptions {
  /** Output format. MP4 is for animations only; a GIF of a still image has one frame. */
  readonly format: OutputFormat;
}

const losslessFormats = () => stillFormats.filter((format) => optionsOf(format).lossless !== 'by copy');

/**
 * Encodes an image with metadata of `source`, its first source file. Flattens JPG on white, unless the encoding names
 * another background.
 * @throws FudebakoError `imageEncode` if the encoder fails, `imageSide`, `imageTooLarge`, `imageTargetSize`,
 * `animationNeeded`; ParameterError for a lossless JPG whose pixels differ from the source's; CancelledError
 */
export async function encodeImage(
  image: Raster,
  encoding: ImageEncoding,
  context: EncodeContext,
  source?: SourceFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const { format } = encoding;
  if (format === 'mp4') throw new FudebakoError('animationNeeded');
  const raster = encoding.flatten ? flatten(image, encoding.background) : image;
  checkOutputSize(raster, format);
  const { encode } = formatNamed(format);
  const defaults = optionsOf(format);
  if (!encode) throw new TypeError(`Nothing writes ${format}`);
  try {
    const { maxKilobytes, quality = defaults.quality ?? 1, metadata = 'none' } = encoding;
    const progress = createProgress(context.onProgress, maxKilobytes !== undefined);
    const embed =
      metadata === 'none'
        ? (bytes: Uint8Array<ArrayBuffer>) => bytes
        : await (await import('./metadata.ts')).metadataEmbedder(format, metadata, source, raster);
    const copy = async (maxBytes: number) =>
      source &&
      (await import('./source-copy.ts')).copySource(raster, { source, format, maxBytes, embed, metadata }, context);
    const encodeAt = async (at: number) => {
      const { platform, signal } = context;
      const bytes =
        defaults.lossless === 'by copy' && encoding.lossless
          ? await copy(Number.POSITIVE_INFINITY)
          : embed(await encode(raster, { ...encoding, quality: at }, { platform, signal, onProgress: progress.part }));
      if (!bytes) throw new ParameterError('format', { options: losslessFormats() }, format);
      progress.encoded();
      return bytes;
    };
    const bytes =
      maxKilobytes === undefined
        ? await encodeAt(quality)
        : await encodeWithin(
            { format, maxKilobytes, lossless: defaults.quality === undefined || encoding.lossless },
            quality,
            encodeAt,
          ).catch(async (error) => {
            // The source itself may fit, although no encoding does.
            const fitting = encoding.neverLarger ? await copy(maxKilobytes * 1000) : undefined;
            if (fitting) return fitting;
            throw error;
          });
    const smaller = encoding.neverLarger ? await copy(bytes.length - 1) : undefined;
    context.onProgress?.(1);
    return smaller ?? bytes;
  } catch (cause) {
    throw readingError(cause, 'imageEncode');
  }
}

/** Maximum number of encodings of one image: the first encoding, and the search for a quality that fits. */
const MOST_ENCODINGS = 8;

/** Returns progress callbacks. A search counts as `MOST_ENCODINGS` encodings, as the actual number is unknown. */
function createProgress(onProgress: EncodeContext['onProgress'], isSearch: boolean) {
  let encoded = 0;
  const most = isSearch ? MOST_ENCODINGS : 1;
  return {
    part: onProgress && ((fraction: number) => onProgress(Math.min(1, (encoded + fraction) / most))),
    encoded: () => {
      encoded += 1;
      onProgress?.(Math.min(1, encoded / most));
    },
  };
}

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
async function encodeWithin(
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
    format: formatName(format),
    kilobytes,
    leastKilobytes: Math.ceil(bytes / 1000),
  });
