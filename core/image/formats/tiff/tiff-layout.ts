import { startsWith } from '../../../base/bytes.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { MAX_TIFF_JPEG_TABLE_BYTES, MAX_TIFF_SAMPLES } from '../../../base/limits.ts';
import type { Size } from '../../../geometry/point.ts';
import { bytesOf, numberOf, numbersOf, rationalsOf, type TiffDirectory, tags } from './tiff-directory.ts';
import { alphaOf, colorSamples, photometrics } from './tiff-header.ts';

export type TiffCompression = 'none' | 'modified-huffman' | 'fax3' | 'fax4' | 'lzw' | 'jpeg' | 'deflate' | 'packbits';

/** Values of Compression (TIFF 6.0, section 3, and its technical notes). */
const COMPRESSIONS: Readonly<Record<number, TiffCompression>> = {
  1: 'none',
  2: 'modified-huffman',
  3: 'fax3',
  4: 'fax4',
  5: 'lzw',
  7: 'jpeg',
  8: 'deflate',
  32773: 'packbits',
  32946: 'deflate',
};

const OTHER_COMPRESSIONS: Readonly<Record<number, string>> = {
  6: 'old-style JPEG',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34892: 'lossy JPEG of DNG',
  34925: 'LZMA',
  50000: 'Zstandard',
  50001: 'WebP',
  50002: 'JPEG XL',
};

const OTHER_PHOTOMETRICS: Readonly<Record<number, string>> = {
  4: 'transparency mask',
  8: 'CIELab',
  9: 'ICCLab',
  10: 'ITULab',
  32803: 'color filter array',
  32844: 'LogL',
  32845: 'LogLuv',
  34892: 'linear raw',
};

/** Names of unsupported sample formats (TIFF 6.0, section 19); empty for unsigned integers and untyped data. */
const SAMPLE_FORMATS: Readonly<Record<number, string>> = {
  1: '',
  2: 'signed integers',
  3: 'floating point',
  4: '',
  5: 'complex integers',
  6: 'complex numbers',
};

const SOI = [0xff, 0xd8];

/** Maximum bits per sample of any TIFF, decodable or not; larger numbers are damage. */
const MAX_BITS = 64;

export interface TiffLayout extends Size {
  readonly compression: TiffCompression;
  readonly photometric: number;
  /** Bits per sample: 1, 2, 4, 8 or 16. */
  readonly bits: number;
  /** Samples per pixel, including alpha and samples of unknown meaning. */
  readonly samples: number;
  readonly colors: number;
  readonly alpha: 'associated' | 'straight' | undefined;
  /** True if each sample has its own plane of strips (PlanarConfiguration 2). */
  readonly isPlanar: boolean;
  /** True if samples are differences to the sample at the left (TIFF 6.0, section 14). */
  readonly isPredicted: boolean;
  readonly isLittleEndian: boolean;
  /** True if the first pixel of a byte is in its lowest bit (FillOrder 2). */
  readonly isReversed: boolean;
  /** True if rows of `fax3` may refer to the row above (T4Options, bit 0). */
  readonly isTwoDimensional: boolean;
  /** Pixels per chroma sample of uncompressed YCbCr, across and down. */
  readonly subsampling: readonly [across: number, down: number];
  /** Luma weights of red, green and blue for YCbCr (TIFF 6.0, section 21). */
  readonly lumaWeights: readonly number[];
  /** Codes of black and white for Y, Cb and Cr (TIFF 6.0, section 20). */
  readonly referenceLevels: readonly number[];
  readonly colorMap: readonly number[];
  readonly jpegTables: Uint8Array | undefined;
}

const refuse = (detail: string): never => {
  throw new FudebakoError('imageFormat', { format: `TIFF (${detail})` });
};

/** Reads the layout of pixels. Throws FudebakoError `imageFormat` for unsupported layouts; RangeError for damage. */
export function readTiffLayout(directory: TiffDirectory): TiffLayout {
  const number = (tag: number, missing: number) => numberOf(directory, tag, missing);
  const code = number(tags.compression, 1);
  const compression = COMPRESSIONS[code] ?? refuse(OTHER_COMPRESSIONS[code] ?? `compression ${code}`);
  const photometric = number(tags.photometric, photometrics.blackIsZero);
  const samples = number(tags.samples, 1);
  const colors = colorSamples(photometric);
  const allBits = numbersOf(directory, tags.bits, MAX_TIFF_SAMPLES);
  const bits = allBits[0] ?? 1;
  const [across = 2, down = 2] = numbersOf(directory, tags.chromaSubsampling, 2);
  const isPlanar = number(tags.planar, 1) === 2 && samples > 1;
  const isPredicted = number(tags.predictor, 1) !== 1 && (compression === 'lzw' || compression === 'deflate');
  const isYcbcr = photometric === photometrics.ycbcr && compression !== 'jpeg';
  const subsampling = [isYcbcr ? across : 1, isYcbcr ? down : 1] as const;

  if (!(Object.values(photometrics) as number[]).includes(photometric))
    refuse(OTHER_PHOTOMETRICS[photometric] ?? `photometric interpretation ${photometric}`);
  if (samples < colors || samples > MAX_TIFF_SAMPLES) throw new RangeError('The number of samples is wrong');
  if (![1, 2].includes(number(tags.planar, 1))) throw new RangeError('The planar configuration is unknown');
  if (allBits.some((each) => each < 1 || each > MAX_BITS)) throw new RangeError('The number of bits is wrong');
  if (allBits.some((each) => each !== bits)) refuse(`${allBits.join(', ')} bits`);
  const formats = numbersOf(directory, tags.sampleFormat, MAX_TIFF_SAMPLES);
  for (const format of formats) {
    const name = SAMPLE_FORMATS[format];
    if (name === undefined) throw new RangeError('The sample format is unknown');
    if (name) refuse(name);
  }
  if (!isKnownDepth(bits, photometric, compression)) refuse(`${bits} bits`);
  if (isFax(compression) && (bits !== 1 || samples !== 1)) throw new RangeError('Fax compression needs one bit');
  if (compression === 'jpeg' && !isPlanar && samples !== 1 && (samples !== 3 || colors !== 3))
    refuse(`JPEG of ${samples} components`);
  if (compression === 'jpeg' && isPlanar && photometric === photometrics.ycbcr) refuse('planar YCbCr JPEG');
  if (isPredicted && number(tags.predictor, 1) !== 2) refuse(`predictor ${number(tags.predictor, 1)}`);
  if (isPredicted && bits < 8) refuse(`predictor and ${bits} bits`);
  if (isYcbcr && ![across, down].every((each) => each === 1 || each === 2 || each === 4))
    throw new RangeError('The chroma subsampling is wrong');
  const isSubsampled = subsampling[0] * subsampling[1] > 1;
  if (isSubsampled && (isPlanar || isPredicted || samples > 3 || bits !== 8)) refuse('subsampled YCbCr');
  const colorMap = photometric === photometrics.palette ? numbersOf(directory, tags.colorMap, 3 * 2 ** bits) : [];
  if (photometric === photometrics.palette && colorMap.length !== 3 * 2 ** bits) throw new RangeError('No palette');
  const jpegTables = compression === 'jpeg' ? bytesOf(directory, tags.jpegTables) : undefined;
  if (jpegTables && (jpegTables.length > MAX_TIFF_JPEG_TABLE_BYTES || !startsWith(jpegTables, SOI)))
    throw new RangeError('The JPEG tables are damaged');
  return {
    width: number(tags.width, 0),
    height: number(tags.height, 0),
    compression,
    photometric,
    bits,
    samples,
    colors,
    alpha: samples > colors ? alphaOf(directory) : undefined,
    isPlanar,
    isPredicted,
    isLittleEndian: directory.isLittleEndian,
    isReversed: number(tags.fillOrder, 1) === 2,
    isTwoDimensional: (number(tags.faxOptions, 0) & 1) === 1,
    subsampling,
    lumaWeights: rationalsOf(directory, tags.lumaWeights, 3) ?? [0.299, 0.587, 0.114],
    referenceLevels: rationalsOf(directory, tags.referenceLevels, 6) ?? [0, 255, 128, 255, 128, 255],
    colorMap,
    jpegTables,
  };
}

export const isFax = (compression: TiffCompression): boolean =>
  compression === 'modified-huffman' || compression === 'fax3' || compression === 'fax4';

function isKnownDepth(bits: number, photometric: number, compression: TiffCompression): boolean {
  if (compression === 'jpeg' || photometric === photometrics.ycbcr) return bits === 8;
  if (photometric === photometrics.palette) return [1, 2, 4, 8].includes(bits);
  return [1, 2, 4, 8, 16].includes(bits);
}
