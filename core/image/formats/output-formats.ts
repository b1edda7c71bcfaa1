import { FudebakoError } from '../../base/errors.ts';
import { MAX_PIXELS, MAX_SIDE } from '../../base/limits.ts';
import type { Size } from '../../geometry/point.ts';

/** Output formats of still images, named by file extension. */
export const stillFormats = ['jpg', 'png', 'webp', 'avif'] as const;
export type StillFormat = (typeof stillFormats)[number];

/** Output formats of animations. PNG and WebP also store still images; a GIF of a still image has one frame. */
export const animatedFormats = ['gif', 'webp', 'png', 'mp4'] as const;
export type AnimatedFormat = (typeof animatedFormats)[number];

export const outputFormats = [...stillFormats, 'gif', 'mp4'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export const isAnimatedFormat = (format: OutputFormat): format is AnimatedFormat =>
  animatedFormats.some((each) => each === format);

/** Default compression level of PNG, 0 to 9. */
export const DEFAULT_COMPRESSION = 6;

/** Minimum and maximum number of colors of a PNG with reduced colors (`colors`). */
export const MIN_COLORS = 2;
export const MAX_COLORS = 256;

export const chromaSubsamplings = ['auto', '4:2:0', '4:4:4'] as const;
export type ChromaSubsampling = (typeof chromaSubsamplings)[number];

export const DEFAULT_QUALITY = 0.95;

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

/** Longest side in pixels of an image in each output format except MP4. */
export const MAX_OUTPUT_SIDE: Readonly<Record<Exclude<OutputFormat, 'mp4'>, number>> = {
  // JPEG stores sides in 16 bits, but libjpeg reads only sides up to JPEG_MAX_DIMENSION.
  jpg: 65_500,
  // The logical screen of a GIF has 16-bit sides (GIF89a, 18).
  gif: 65_535,
  // VP8 has 14-bit sides, and so has an image that VP8L can share with VP8 (RFC 9649, 2.5).
  webp: 16_383,
  // PNG and AVIF allow longer sides, but such files could not be opened again here.
  png: MAX_SIDE,
  avif: MAX_SIDE,
};

/** Throws FudebakoError `imageSide` or `imageTooLarge` if the output format can't hold an image of a size. */
export function checkOutputSize({ width, height }: Size, format: Exclude<OutputFormat, 'mp4'>): void {
  const side = MAX_OUTPUT_SIDE[format];
  if (Math.max(width, height) > side)
    throw new FudebakoError('imageSide', { format: format.toUpperCase(), width, height, side });
  if (width * height > MAX_PIXELS)
    throw new FudebakoError('imageTooLarge', { width, height, megapixels: MAX_PIXELS / 1e6 });
}
