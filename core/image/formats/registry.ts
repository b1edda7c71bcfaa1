import { MAX_SVG_HEAD_BYTES } from '../../base/limits.ts';
import type { Size } from '../../geometry/point.ts';
import { avif } from './avif/index.ts';
import { bmp } from './bmp/index.ts';
import { gif } from './gif/index.ts';
import { heic } from './heic/index.ts';
import type { FileHeader, ImageFormat } from './image-format.ts';
import { jpeg } from './jpeg/index.ts';
import { type OutputFormat, outputFormats } from './output-formats.ts';
import { png } from './png/index.ts';
import { svg } from './svg/index.ts';
import { tiff } from './tiff/index.ts';
import { webp } from './webp/index.ts';

/** All image formats, in the order in which signatures are compared. */
const formats = [jpeg, png, webp, gif, bmp, avif, heic, tiff, svg] as const;

export type InputFormat = (typeof formats)[number]['name'];

export interface ImageHeader extends FileHeader {
  readonly format: InputFormat;
}

/** Maximum number of bytes from the start of a file that `sniffImage` needs. */
export const SIGNATURE_BYTES = MAX_SVG_HEAD_BYTES;

/** Returns the format of an image file by its content, whatever the file's name. */
const formatOf = (bytes: Uint8Array) => formats.find(({ matches }) => matches(bytes));

export const formatNamed = (name: InputFormat): ImageFormat => formats.find((each) => each.name === name) ?? png;

/** Detects the format of an image file by its content, whatever the file's name. */
export const sniffImage = (bytes: Uint8Array): InputFormat | undefined => formatOf(bytes)?.name;

const DEFAULTS = { orientation: 1, bitDepth: 8, hasProfile: false, animated: false } as const;

/** Reads the header of an image file; `undefined` for a damaged or unsupported header. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  try {
    const format = formatOf(bytes);
    const found = format?.readHeader(bytes);
    return format && found && found.width > 0 && found.height > 0
      ? { ...DEFAULTS, ...found, format: format.name }
      : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Estimates the peak memory in bytes of a job with an image file of a given size. */
export const imageMemory = ({ format, width, height }: Size & { readonly format: InputFormat }, fileBytes: number) =>
  width * height * formatNamed(format).bytesPerPixel + fileBytes;

/** Returns the output format of a result: the source's format if Fudebako can write the format, else PNG. */
export const writtenAs = (format: InputFormat): OutputFormat => outputFormats.find((each) => each === format) ?? 'png';
