import { ascii, viewOf } from '../base/bytes.ts';
import { MAX_FONT_BYTES } from '../base/limits.ts';

export type FontFormat = 'ttf' | 'otf' | 'woff2';

/** Detects the format by the first four bytes (OpenType, Organization of an OpenType font). */
export function fontFormat(bytes: Uint8Array): FontFormat | undefined {
  switch (bytes.length < 12 ? '' : ascii(bytes, 0, 4)) {
    case 'wOF2':
      return 'woff2';
    case 'OTTO':
      return 'otf';
    case '\0\u0001\0\0':
    case 'true':
    case 'ttcf':
      return 'ttf';
    default:
      return undefined;
  }
}

/** Decompresses WOFF2. Throws for damaged files and, before decompressing, for sizes above `MAX_FONT_BYTES`. */
export async function unpackFont(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.length > MAX_FONT_BYTES) throw new RangeError(`The font has ${bytes.length} bytes`);
  if (fontFormat(bytes) !== 'woff2') return bytes;
  const size = unpackedSize(bytes);
  if (size > MAX_FONT_BYTES) throw new RangeError(`The uncompressed font has ${size} bytes`);
  const { default: decompress } = await import('woff2-encoder/decompress');
  return new Uint8Array(await decompress(bytes));
}

const WOFF2_HEADER_BYTES = 48;
/** Numbers that WOFF2 assigns to the tables `glyf` and `loca`, which may be stored transformed (WOFF2, 4.1 and 5). */
const TRANSFORMED_TABLES = [10, 11];
/** Stands for any table without a number in WOFF2. The table's four-letter tag follows (WOFF2, 4.1). */
const SPELLED_TAG = 63;

/** Returns the uncompressed size that a WOFF2 font states (WOFF2, 4). Throws RangeError for a damaged directory. */
export function unpackedSize(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  const tables = view.getUint16(12);
  let at = WOFF2_HEADER_BYTES;
  const readNumber = () => {
    // Reads a number of the WOFF2 type UIntBase128: up to five bytes of seven bits each (WOFF2, 4.1).
    for (let value = 0, count = 0; count < 5; count++) {
      const byte = view.getUint8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new RangeError('A number is too long');
  };
  let [unpacked, stored] = [0, 0];
  for (let table = 0; table < tables; table++) {
    const flags = view.getUint8(at++);
    const [tag, version] = [flags & 63, flags >> 6];
    if (tag === SPELLED_TAG) at += 4;
    const length = readNumber();
    const isTransformed = TRANSFORMED_TABLES.includes(tag) ? version !== 3 : version !== 0;
    unpacked += length;
    stored += isTransformed ? readNumber() : length;
  }
  return Math.max(view.getUint32(16), unpacked, stored);
}

export interface FontMetrics {
  /** Height of the em box above the baseline, in em. The rest of the em box is below the baseline. */
  readonly emAscent: number;
  /** Height above the baseline that is centered in the column when a line is rotated by 90° in vertical text. */
  readonly turnedMiddle: number;
  readonly capHeight: number;
}

export type TableReader = (tag: string) => Uint8Array | undefined;

/** Uses OS/2's ascender and descender if they span one em, otherwise a line's ascent and descent scaled to one em. */
export function readMetrics(
  table: TableReader,
  unitsPerEm: number,
  line: { ascender: number; descender: number },
): FontMetrics {
  const bytes = table('OS/2');
  const os2 = bytes && bytes.byteLength >= 78 ? viewOf(bytes) : undefined;
  const [typoAscender, typoDescender] = [os2?.getInt16(68) ?? 0, os2?.getInt16(70) ?? 0];
  const lineHeight = line.ascender - line.descender;
  const emAscent =
    typoAscender - typoDescender === unitsPerEm
      ? typoAscender / unitsPerEm
      : lineHeight > 0
        ? line.ascender / lineHeight
        : 0.88;
  // Browsers center the line box of rotated text; typesetting programs center the em box. Uses the mean of both.
  const turnedMiddle = (emAscent - 0.5 + (line.ascender + line.descender) / 2 / unitsPerEm) / 2;
  const hasCapHeight = os2 && os2.getUint16(0) >= 2 && os2.byteLength >= 90;
  return { emAscent, turnedMiddle, capHeight: (hasCapHeight && os2.getInt16(88) / unitsPerEm) || 0.7 };
}

export interface VerticalMeasure {
  readonly advance: number;
  /** Top side bearing: distance from the top of the vertical cell down to the outline, in font units. */
  readonly topBearing: number;
}

/** Returns a reader of vertical glyph metrics from the table `vmtx` (OpenType); `undefined` without this table. */
export function verticalMeasures(table: TableReader): ((glyph: number) => VerticalMeasure) | undefined {
  const [header, metrics] = [table('vhea'), table('vmtx')];
  if (!header || header.byteLength < 36 || !metrics || metrics.byteLength < 4) return undefined;
  const view = viewOf(metrics);
  const full = Math.max(1, viewOf(header).getUint16(34));
  return (glyph) => {
    const advance = view.getUint16(4 * Math.min(glyph, full - 1));
    const bearing = glyph < full ? 4 * glyph + 2 : 4 * full + 2 * (glyph - full);
    return { advance, topBearing: bearing + 2 <= view.byteLength ? view.getInt16(bearing) : 0 };
  };
}
