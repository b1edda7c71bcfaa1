import { CancelledError, FudebakoError, isOutOfMemory, ParameterError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { isOpaque, type Raster, wrapRaster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { MetadataChoice } from '../metadata/choices.ts';
import { encodeWithin } from './encode-within.ts';
import { type ImageFormat, imageFormats } from './formats.ts';
import { encoderQuality } from './quality-scale.ts';

export { type ImageFormat, imageFormats };

export const DEFAULT_QUALITY = 0.95;

export interface ImageEncoding {
  readonly format: ImageFormat;
  /** Quality from 0 to 1, on a scale on which all formats look alike; ignored for PNG. */
  readonly quality?: number;
  /** Maximum file size in kB (1,000 bytes); quality decreases until the file fits. */
  readonly maxKilobytes?: number;
  readonly metadata?: MetadataChoice;
  /** PNG compression level, 0 (stored) to 9 (smallest). */
  readonly compression?: number;
  /** PNG only: maximum number of colors, 2 to 256; by default the image keeps every color. */
  readonly colors?: number | undefined;
  /** PNG with `colors`: dithers, which spreads rounding errors over neighboring pixels. True by default. */
  readonly dithering?: boolean;
  /** WebP and AVIF: encoding effort, 0 to 9. More effort takes longer and makes smaller files. Defaults: 6 and 3. */
  readonly effort?: number | undefined;
  /** Lossless WebP or AVIF. PNG is always lossless. */
  readonly lossless?: boolean;
  /** Chroma subsampling of JPG and AVIF; by default 4:2:0 below the maximum quality. */
  readonly chroma?: ChromaSubsampling;
}

export const chromaSubsamplings = ['auto', '4:2:0', '4:4:4'] as const;
export type ChromaSubsampling = (typeof chromaSubsamplings)[number];

/** Refuses a lossless JPG. @throws ParameterError */
export function checkEncoding({ format, lossless }: Pick<ImageEncoding, 'format' | 'lossless'>): void {
  if (lossless && format === 'jpg') throw new ParameterError('format', { options: LOSSLESS_FORMATS }, format);
}

const LOSSLESS_FORMATS = imageFormats.filter((format) => format !== 'jpg');

const mimeTypes: Record<ImageFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

export const imageMimeType = (format: ImageFormat): string => mimeTypes[format];

export function imageFormatOf(extension: string): ImageFormat | undefined {
  const lower = extension.toLowerCase();
  return lower === 'jpeg' ? 'jpg' : imageFormats.find((format) => format === lower);
}

/**
 * Encodes a raster with metadata. Flattens JPG on white; PNG, WebP and AVIF receive straight alpha.
 * @param source the file whose metadata may be copied: the first source of the image
 * @throws FudebakoError `imageEncode` if the encoder fails, `imageTargetSize`; CancelledError
 */
export async function encodeImage(
  raster: Raster,
  encoding: ImageEncoding,
  context: EncodeContext,
  source?: SourceFile,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { format, maxKilobytes, quality = DEFAULT_QUALITY, metadata = 'none' } = encoding;
    const progress = createProgress(context.onProgress, maxKilobytes !== undefined);
    // JPG encoders always write a profile, which must be removed.
    const isPlain = metadata === 'none' && format !== 'jpg';
    const embed = isPlain
      ? (bytes: Uint8Array<ArrayBuffer>) => bytes
      : await (await import('../metadata/metadata.ts')).metadataEmbedder(format, metadata, source, raster);
    const encodeAt = async (at: number) => {
      const { platform, signal } = context;
      const bytes = await encode(raster, { ...encoding, quality: at }, { platform, signal, onProgress: progress.part });
      progress.encoded();
      return embed(bytes);
    };
    const bytes =
      maxKilobytes === undefined
        ? await encodeAt(quality)
        : await encodeWithin({ format, maxKilobytes, lossless: encoding.lossless }, quality, encodeAt);
    context.onProgress?.(1);
    return bytes;
  } catch (cause) {
    // Callers report out-of-memory errors themselves.
    if (cause instanceof FudebakoError || cause instanceof CancelledError || isOutOfMemory(cause)) throw cause;
    throw new FudebakoError('imageEncode', {}, { cause });
  }
}

type EncodeContext = Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>;

/** Maximum number of encodings: the first one, plus the search for a quality that fits. */
const MOST_ENCODINGS = 8;

/** Divides the progress among the encodings of a search, whose number is not known in advance. */
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

async function encode(
  raster: Raster,
  { format, quality = DEFAULT_QUALITY, compression, colors, dithering, effort, lossless, chroma }: ImageEncoding,
  { platform, signal, onProgress }: EncodeContext,
): Promise<Uint8Array<ArrayBuffer>> {
  if (format === 'jpg') {
    const context = { platform, signal, onProgress };
    return (await import('../jpeg/encode-jpeg.ts')).encodeJpeg(flatten(raster), quality, context, chroma);
  }
  if (format === 'png')
    return (await import('../png/encode-png.ts')).encodePng(
      raster,
      { compression, colors, dithering },
      { platform, signal },
    );
  const data = raster.data.slice();
  const { width, height } = raster;
  return platform.workers.run(
    'encode-wasm',
    { format, quality: encoderQuality(format, quality), effort, lossless, chroma, width, height, data },
    { signal, onProgress, transfer: [data.buffer], workBytes: data.length },
  );
}

/** Returns the image flattened on white: `c·α + 255·(1 − α)` in sRGB encoding, as viewers do. */
export function flatten(raster: Raster): Raster {
  if (isOpaque(raster)) return raster;
  const source = raster.data;
  const data = new Uint8ClampedArray(source.length);
  for (let index = 0; index < source.length; index += 4) {
    const alpha = (source[index + 3] as number) / 255;
    const white = 255 * (1 - alpha);
    data[index] = (source[index] as number) * alpha + white;
    data[index + 1] = (source[index + 1] as number) * alpha + white;
    data[index + 2] = (source[index + 2] as number) * alpha + white;
    data[index + 3] = 255;
  }
  return wrapRaster(raster.width, raster.height, data);
}
