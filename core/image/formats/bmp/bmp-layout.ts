import { ascii, viewOf } from '../../../base/bytes.ts';
import type { Size } from '../../../geometry/point.ts';

/** Compression of a BMP. `JPEG`, `PNG` and `Huffman` data in a BMP is not decoded. */
export type BmpCompression = 'none' | 'rle4' | 'rle8' | 'rle24' | 'JPEG' | 'PNG' | 'Huffman';

/** Bit masks of the color channels in a pixel of a BMP; the alpha mask is 0 without alpha. */
export type BmpMasks = readonly [red: number, green: number, blue: number, alpha: number];

export interface BmpLayout extends Size {
  readonly isTopDown: boolean;
  readonly bitsPerPixel: number;
  readonly compression: BmpCompression;
  /** Channel masks of BMPs with 16, 24 or 32 bits per pixel. */
  readonly masks: BmpMasks;
  /** Color table for 1 to 8 bits per pixel: blue, green, red and, if `colorBytes` is 4, an unused byte per color. */
  readonly colors: Uint8Array;
  readonly colorBytes: 3 | 4;
  readonly dataStart: number;
  /** False if a BMP's file length, number of planes, number of colors or pixel data offset is invalid. */
  readonly isConsistent: boolean;
  /** ICC profile of the BMP, possibly truncated. */
  readonly profile: Uint8Array | undefined;
}

const FILE_HEADER_BYTES = 14;
const CORE_HEADER_BYTES = 12;

/** Sizes in bytes of the BMP headers BITMAPV2INFOHEADER to BITMAPV5HEADER. */
const [V2, V3, V4, V5] = [52, 56, 108, 124];

/** Reads a BMP's headers; `undefined` if browsers refuse the BMP. Throws RangeError for truncated headers. */
export function readBmpLayout(bytes: Uint8Array): BmpLayout | undefined {
  const view = viewOf(bytes);
  const u32 = (offset: number) => view.getUint32(FILE_HEADER_BYTES + offset, true);
  const headerBytes = u32(0);
  const dataOffset = view.getUint32(10, true);
  const headerEnd = FILE_HEADER_BYTES + headerBytes;
  if (dataOffset > 0 && dataOffset < headerEnd) return undefined;
  const isCore = headerBytes === CORE_HEADER_BYTES;
  const isWindows = [40, V2, V3, V4, V5].includes(headerBytes);
  const isOs2 =
    !isWindows && headerBytes >= 16 && headerBytes <= 64 && (headerBytes % 4 === 0 || [42, 46].includes(headerBytes));
  if (!isCore && !isWindows && !isOs2) return undefined;

  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true);
  const height = isCore ? view.getUint16(20, true) : view.getInt32(22, true);
  const planes = view.getUint16(isCore ? 22 : 26, true);
  const bits = view.getUint16(isCore ? 24 : 28, true);
  const compression = compressionOf(isCore || headerBytes < 20 ? 0 : u32(16), bits);
  const hasFields = compression === 'none' && !isCore && headerBytes >= 20 && u32(16) !== 0;
  if (width <= 0 || (height < 0 && !isWindows) || !compression) return undefined;
  if (hasFields ? !isWindows || ![16, 32].includes(bits) : !fits(compression, bits, isWindows)) return undefined;
  const fieldBytes = hasFields && headerBytes < V2 ? (u32(16) === 6 ? 16 : 12) : 0;
  const masks = bits < 16 ? NO_MASKS : readMasks(u32, headerBytes, bits, hasFields);
  const bitsPerPixel = compression === 'rle8' ? 8 : compression === 'rle4' ? 4 : bits;
  const colorBytes = isCore ? 3 : 4;
  const most = bits < 16 ? 1 << bits : 0;
  const used = isCore || headerBytes < 36 ? 0 : u32(32);
  const colorsEnd = headerEnd + fieldBytes + (used > 0 && used < most ? used : most) * colorBytes;
  // In some BMPs, the stated offset of the pixel data ignores the color table. The data then follows the table.
  const dataStart = dataOffset > headerEnd + fieldBytes || most === 0 ? dataOffset || colorsEnd : colorsEnd;
  if (!masks || dataStart < headerEnd + fieldBytes) return undefined;
  // Some programs state the headers' length in place of the file length. FFmpeg accepts such BMPs too.
  const isLength = (length: number) =>
    length === FILE_HEADER_BYTES || length === headerEnd || (length > dataStart && length <= bytes.length);
  return {
    width,
    height: Math.abs(height),
    isTopDown: height < 0,
    bitsPerPixel,
    compression,
    masks,
    // In some BMPs, the pixel data starts inside the color table, in place of the last colors.
    colors: bytes.subarray(headerEnd + fieldBytes, Math.min(colorsEnd, dataStart)),
    colorBytes,
    dataStart,
    isConsistent:
      isLength(view.getUint32(2, true)) && planes === 1 && (most === 0 || used <= most) && colorsEnd <= dataStart,
    profile: embeddedProfile(bytes, headerBytes),
  };
}

function compressionOf(code: number, bits: number): BmpCompression | undefined {
  // In BMPs with an OS/2 header, compression 3 is Huffman and compression 4 is RLE24.
  if (code === 3 && bits === 1) return 'Huffman';
  if (code === 4 && bits === 24) return 'rle24';
  return ({ 0: 'none', 1: 'rle8', 2: 'rle4', 3: 'none', 4: 'JPEG', 5: 'PNG', 6: 'none' } as const)[code];
}

function fits(compression: BmpCompression, bits: number, isWindows: boolean): boolean {
  if (compression === 'JPEG' || compression === 'PNG' || compression === 'Huffman') return true;
  if (compression === 'rle8') return [1, 2, 4, 8].includes(bits);
  if (compression === 'rle4') return [1, 2, 4].includes(bits);
  return (isWindows ? [1, 2, 4, 8, 16, 24, 32] : [1, 4, 8, 24]).includes(bits);
}

const NO_MASKS: BmpMasks = [0, 0, 0, 0];

/**
 * Returns channel masks; `undefined` for masks with gaps, which browsers refuse. Reads the alpha mask only from headers
 * of version 3 or later, or with `BI_ALPHABITFIELDS`: elsewhere, the fourth byte is often unused.
 */
function readMasks(
  u32: (offset: number) => number,
  headerBytes: number,
  bits: number,
  hasFields: boolean,
): BmpMasks | undefined {
  const plain = bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0x00ff00, 0x0000ff];
  const hasAlpha = [V3, V4, V5].includes(headerBytes) || (hasFields && u32(16) === 6);
  const [red = 0, green = 0, blue = 0] = hasFields ? [u32(40), u32(44), u32(48)] : plain;
  const masks = [red, green, blue, hasAlpha ? u32(52) : 0].map((mask) =>
    bits === 32 ? mask : (mask & ((1 << bits) - 1)) >>> 0,
  ) as [number, number, number, number];
  if (!masks.every(isContiguous)) return undefined;
  return masks;
}

function isContiguous(mask: number): boolean {
  const top = mask + ((mask & -mask) >>> 0);
  return mask === 0 || top >= 2 ** 32 || (top & mask) === 0;
}

/** Reads the ICC profile of a BMP with the color space `PROFILE_EMBEDDED`. */
function embeddedProfile(bytes: Uint8Array, headerBytes: number): Uint8Array | undefined {
  if (headerBytes !== V5 || ascii(bytes, FILE_HEADER_BYTES + 56, 4) !== 'DEBM') return undefined;
  const view = viewOf(bytes);
  const start = FILE_HEADER_BYTES + view.getUint32(FILE_HEADER_BYTES + 112, true);
  return bytes.subarray(start, start + view.getUint32(FILE_HEADER_BYTES + 116, true));
}
