import { joinBytes } from '../../base/bytes.ts';
import { FudebakoError, ParameterError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { readingError } from '../../base/internal-failure.ts';
import { copyRaster, isOpaque, type Raster, wrapRaster } from '../../base/raster.ts';
import { wholeImage } from '../../geometry/box.ts';
import type { OperationContext } from '../../platform/context.ts';
import {
  type ChromaSubsampling,
  chromaSubsamplings,
  type ImageFormat,
  imageFormats,
  type OutputFormat,
  outputFormats,
} from '../formats/output-formats.ts';
import { encoderQuality } from '../formats/quality-scale.ts';
import type { MetadataChoice } from '../metadata/choices.ts';
import { checkTargetSize, encodeWithin } from './encode-within.ts';
import { checkOutputSize } from './output-limits.ts';

export { type ChromaSubsampling, chromaSubsamplings, type ImageFormat, imageFormats, type OutputFormat, outputFormats };

export const DEFAULT_QUALITY = 0.95;

export interface ImageEncoding {
  /** Output format. MP4 is for animations only; a GIF of a still image has one frame. */
  readonly format: OutputFormat;
  /** True to write only the first frame of an animation, as a still image. */
  readonly firstFrame?: boolean;
  /** Encoding quality from 0 to 1, on one scale for all formats. PNG ignores the quality. */
  readonly quality?: number;
  /** Maximum file size in kB (1,000 bytes); quality decreases until the file fits. */
  readonly maxKilobytes?: number;
  readonly metadata?: MetadataChoice;
  /** PNG compression level, 0 (stored) to 9 (smallest). */
  readonly compression?: number;
  /** PNG only: maximum number of colors, 2 to 256; by default all colors are preserved. */
  readonly colors?: number | undefined;
  /** PNG with `colors` only: true (default) to dither, which spreads rounding errors over neighboring pixels. */
  readonly dithering?: boolean;
  /** JPG only: true for a progressive JPEG, which appears coarse first while loading, with the same pixels. */
  readonly progressive?: boolean;
  /** JPG only: true to encode with MozJPEG, which is slower and writes smaller files with slightly different pixels. */
  readonly smaller?: boolean;
  /** True to output a copy of the source file if it is smaller than the encoded file, with equal format and pixels. */
  readonly neverLarger?: boolean;
  /** WebP and AVIF: encoding effort, 0 to 9. More effort takes longer and makes smaller files. Defaults: 6 and 3. */
  readonly effort?: number | undefined;
  /** True for lossless WebP or AVIF, or a JPG that copies a JPG source of equal pixels. PNG is always lossless. */
  readonly lossless?: boolean;
  /** Chroma subsampling of JPG and AVIF; by default 4:2:0 below the maximum quality. */
  readonly chroma?: ChromaSubsampling;
}

const LOSSLESS_FORMATS = imageFormats.filter((format) => format !== 'jpg');

const mimeTypes: Record<OutputFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  mp4: 'video/mp4',
};

export const imageMimeType = (format: OutputFormat): string => mimeTypes[format];

const OTHER_EXTENSIONS: Readonly<Record<string, OutputFormat>> = { jpeg: 'jpg', apng: 'png' };

export function imageFormatOf(extension: string): OutputFormat | undefined {
  const lower = extension.toLowerCase();
  return Object.hasOwn(OTHER_EXTENSIONS, lower)
    ? OTHER_EXTENSIONS[lower]
    : outputFormats.find((format) => format === lower);
}

/**
 * Encodes an image with metadata of `source`, its first source file. Flattens JPG on white.
 * @throws FudebakoError `imageEncode` if the encoder fails, `imageSide`, `imageTooLarge`, `imageTargetSize`,
 * `animationNeeded`; ParameterError for a lossless JPG whose pixels differ from the source's; CancelledError
 */
export async function encodeImage(
  raster: Raster,
  encoding: ImageEncoding,
  context: EncodeContext,
  source?: SourceFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const { format } = encoding;
  if (format === 'mp4') throw new FudebakoError('animationNeeded');
  checkOutputSize(raster, format);
  if (format === 'gif') return encodeGif(raster, encoding, context);
  try {
    const { maxKilobytes, quality = DEFAULT_QUALITY, metadata = 'none' } = encoding;
    const progress = createProgress(context.onProgress, maxKilobytes !== undefined);
    // JPG encoders may write a color profile, which must be removed even if no metadata is requested.
    const isPlain = metadata === 'none' && format !== 'jpg';
    const embed = isPlain
      ? (bytes: Uint8Array<ArrayBuffer>) => bytes
      : await (await import('./metadata.ts')).metadataEmbedder(format, metadata, source, raster);
    const copy = async (maxBytes: number) =>
      source &&
      (await import('./source-copy.ts')).copySource(raster, { source, format, maxBytes, embed, metadata }, context);
    const encodeAt = async (at: number) => {
      const { platform, signal } = context;
      const bytes =
        format === 'jpg' && encoding.lossless
          ? await copy(Number.POSITIVE_INFINITY)
          : embed(
              await encode(
                raster,
                { ...encoding, format, quality: at },
                { platform, signal, onProgress: progress.part },
              ),
            );
      if (!bytes) throw new ParameterError('format', { options: LOSSLESS_FORMATS }, format);
      progress.encoded();
      return bytes;
    };
    const bytes =
      maxKilobytes === undefined
        ? await encodeAt(quality)
        : await encodeWithin({ format, maxKilobytes, lossless: encoding.lossless }, quality, encodeAt).catch(
            async (error) => {
              // The source itself may fit, although no encoding does.
              const fitting = encoding.neverLarger ? await copy(maxKilobytes * 1000) : undefined;
              if (fitting) return fitting;
              throw error;
            },
          );
    const smaller = encoding.neverLarger ? await copy(bytes.length - 1) : undefined;
    context.onProgress?.(1);
    return smaller ?? bytes;
  } catch (cause) {
    throw readingError(cause, 'imageEncode');
  }
}

type StillEncoding = ImageEncoding & { readonly format: ImageFormat };

async function encodeGif(
  picture: Raster,
  { maxKilobytes }: ImageEncoding,
  context: EncodeContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const { writeGifAnimation } = await import('../formats/gif/write-animation.ts');
  const parts: Uint8Array[] = [];
  async function* frames() {
    yield { picture, changed: wholeImage(picture), delayMs: 0 };
  }
  const sink = { write: async (data: Uint8Array) => void parts.push(data) };
  await writeGifAnimation({ frames: frames(), plays: 1, sink }, context);
  context.onProgress?.(1);
  const bytes = joinBytes(...parts);
  checkTargetSize('gif', bytes.length, maxKilobytes);
  return bytes;
}

type EncodeContext = Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>;

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

async function encode(
  raster: Raster,
  { format, quality = DEFAULT_QUALITY, compression, colors, dithering, ...more }: StillEncoding,
  { platform, signal, onProgress }: EncodeContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const { effort, lossless, chroma, progressive, smaller } = more;
  if (format === 'jpg' && !smaller) {
    const context = { platform, signal, onProgress };
    return (await import('../formats/jpeg/encode-jpeg.ts')).encodeJpeg(flatten(raster), quality, context, {
      chroma,
      progressive,
    });
  }
  if (format === 'png')
    return (await import('../formats/png/encode-png.ts')).encodePng(
      raster,
      { compression, colors, dithering },
      { platform, signal },
    );
  const { width, height, data } = ownCopy(format === 'jpg' ? flatten(raster) : raster, raster);
  return platform.workers.run(
    'encode-wasm',
    {
      format,
      quality: format === 'jpg' ? quality : encoderQuality(format, quality),
      effort,
      lossless,
      chroma,
      width,
      height,
      data,
    },
    { signal, onProgress, transfer: [data.buffer], workBytes: data.length },
  );
}

/** Returns a raster whose memory may be transferred: a copy if `raster` belongs to the caller (`callers`). */
const ownCopy = (raster: Raster, callers: Raster): Raster => (raster === callers ? copyRaster(raster) : raster);

/** Flattens an image on white: `c·α + 255·(1 − α)` for color c and alpha α, in sRGB as in browsers. */
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
