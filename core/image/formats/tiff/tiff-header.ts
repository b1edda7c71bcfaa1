import { viewOf } from '../../../base/bytes.ts';
import { MAX_TIFF_SAMPLES } from '../../../base/limits.ts';
import type { Size } from '../../../geometry/point.ts';
import type { Orientation } from '../../orientation.ts';
import type { FoundHeader } from '../image-format.ts';
import {
  bytesOf,
  findTiffPages,
  isLittleEndianTiff,
  numberOf,
  numbersOf,
  rationalsOf,
  readTiffDirectory,
  type TiffDirectory,
  tags,
} from './tiff-directory.ts';

/** Values of PhotometricInterpretation (TIFF 6.0, sections 4 and 16 to 23). */
export const photometrics = {
  whiteIsZero: 0,
  blackIsZero: 1,
  rgb: 2,
  palette: 3,
  cmyk: 5,
  ycbcr: 6,
} as const;

/** Values of ExtraSamples (TIFF 6.0, section 18): color multiplied by alpha, straight alpha. */
export const [ASSOCIATED_ALPHA, STRAIGHT_ALPHA] = [1, 2];

/** Returns the directory of the first page. Throws RangeError for a damaged directory. */
export const firstPage = (bytes: Uint8Array): TiffDirectory => readTiffDirectory(bytes, findTiffPages(bytes).first);

/** True if the first directory starts after the end of the file, so the file is truncated. */
export const endsBeforeDirectory = (bytes: Uint8Array): boolean =>
  bytes.length < 8 || viewOf(bytes).getUint32(4, isLittleEndianTiff(bytes)) + 2 > bytes.length;

/** Number of color samples of a pixel: 1 for gray and palettes, 4 for CMYK. */
export function colorSamples(photometric: number): number {
  if (photometric === photometrics.cmyk) return 4;
  return photometric === photometrics.rgb || photometric === photometrics.ycbcr ? 3 : 1;
}

/** Returns the kind of alpha; none for unspecified samples, which may be masks. Throws RangeError for a damaged tag. */
export function alphaOf(directory: TiffDirectory): 'associated' | 'straight' | undefined {
  const [first] = numbersOf(directory, tags.extraSamples, MAX_TIFF_SAMPLES);
  if (first === ASSOCIATED_ALPHA) return 'associated';
  return first === STRAIGHT_ALPHA ? 'straight' : undefined;
}

/** Least and greatest ratio of a fax's resolutions at which its pixels are not square. */
const STRETCHES = [1.25, 4] as const;

/**
 * Returns the factors that make the pixels of a black-and-white page square. Many faxes have 204 × 98 dpi. Without a
 * unit, the resolutions state the shape of pixels only (TIFF 6.0, section 8, ResolutionUnit).
 */
export function squareFactors(directory: TiffDirectory): { readonly x: number; readonly y: number } {
  const [bits = 1] = numbersOf(directory, tags.bits, MAX_TIFF_SAMPLES);
  const isFax = bits === 1 && numberOf(directory, tags.samples, 1) === 1;
  const [across = 0] = rationalsOf(directory, tags.xResolution, 1) ?? [];
  const [down = 0] = rationalsOf(directory, tags.yResolution, 1) ?? [];
  const isStretch = (ratio: number) => isFax && ratio >= STRETCHES[0] && ratio <= STRETCHES[1];
  return { x: isStretch(down / across) ? down / across : 1, y: isStretch(across / down) ? across / down : 1 };
}

/** Returns the size of a page in square pixels. */
export function squareSize(directory: TiffDirectory, { width, height }: Size): Size {
  const { x, y } = squareFactors(directory);
  return { width: Math.round(width * x), height: Math.round(height * y) };
}

/** Reads the header of a TIFF's first page (TIFF 6.0, section 8). Throws RangeError if the directory is damaged. */
export function readTiffHeader(bytes: Uint8Array): FoundHeader {
  const { first, pages } = findTiffPages(bytes);
  const directory = readTiffDirectory(bytes, first);
  const number = (tag: number, missing: number) => numberOf(directory, tag, missing);
  const photometric = number(tags.photometric, photometrics.blackIsZero);
  const orientation = number(tags.orientation, 1);
  const mayHaveAlpha = alphaOf(directory) !== undefined;
  const isPalette = photometric === photometrics.palette;
  const colors = isPalette ? 3 : colorSamples(photometric);
  return {
    ...squareSize(directory, { width: number(tags.width, 0), height: number(tags.height, 0) }),
    orientation: (orientation >= 1 && orientation <= 8 ? orientation : 1) as Orientation,
    ...((orientation < 1 || orientation > 8) && { hasDamagedExif: true }),
    bitDepth: isPalette ? 8 : (numbersOf(directory, tags.bits, MAX_TIFF_SAMPLES)[0] ?? 1),
    channels: mayHaveAlpha ? colors + 1 : colors,
    mayHaveAlpha,
    hasProfile: directory.entries.has(tags.profile),
    ...(pages > 1 && { pages }),
  };
}

export const tiffProfile = (bytes: Uint8Array): Uint8Array | undefined => bytesOf(firstPage(bytes), tags.profile);

/** Tags that cameras and photographers add to the tags of a baseline image. */
const EXIF_TAGS = [tags.exif, tags.gps, tags.make, tags.model, tags.dateTime, tags.artist, tags.copyright];

/** Returns the TIFF itself if its first directory contains Exif, because Exif has the structure of a TIFF. */
export function tiffExif(bytes: Uint8Array): Uint8Array | undefined {
  const at = viewOf(bytes).getUint32(4, isLittleEndianTiff(bytes));
  const { entries } = readTiffDirectory(bytes, at);
  return EXIF_TAGS.some((tag) => entries.has(tag)) ? bytes : undefined;
}
