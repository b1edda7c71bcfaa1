import { ascii, joinBytes, letters, uint16, viewOf } from '../../../base/bytes.ts';
import { CM_PER_INCH, type Density } from '../../metadata/density.ts';
import { type Embedded, pieceOf } from '../../metadata/embedded.ts';
import type { Coding } from '../image-format.ts';
import { headerSegments } from './jpeg-segments.ts';
import { APP0, APP1, APP2, APP14, isApplication, isFrame, jpegSegment } from './markers.ts';

export { stripJpeg as strip } from './strip-jpeg.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const [EXIF, XMP] = ['Exif\0\0', 'http://ns.adobe.com/xap/1.0/\0'] as const;

/** Returns Exif of the first APP1 segment with Exif (Exif 2.32, 4.7.2). */
export function findExif(bytes: Uint8Array): Uint8Array | undefined {
  for (const { marker, start, end } of headerSegments(bytes))
    if (marker === APP1 && ascii(bytes, start, EXIF.length) === EXIF) return pieceOf(bytes, start + EXIF.length, end);
  return undefined;
}

/** Returns the resolution of the JFIF segment (JFIF 1.02, page 5). */
export function readDensity(bytes: Uint8Array, inExif: Density | undefined): Density | undefined {
  if (inExif) return inExif;
  const view = viewOf(bytes);
  for (const { marker, start } of headerSegments(bytes))
    if (marker === APP0 && ascii(bytes, start, 5) === 'JFIF\0') {
      const unit = [undefined, 1, CM_PER_INCH][view.getUint8(start + 7)];
      return unit ? { x: view.getUint16(start + 8) * unit, y: view.getUint16(start + 10) * unit } : undefined;
    }
  return undefined;
}

/** Returns the segments before the pixels that may contain XMP and IPTC. */
export const textBlocks = (bytes: Uint8Array): Uint8Array[] =>
  [...headerSegments(bytes)]
    .filter(
      ({ marker, start }) => isApplication(marker) && (marker !== APP1 || ascii(bytes, start, XMP.length) === XMP),
    )
    .map(({ start, end }) => bytes.subarray(start, end));

/** Markers of progressive JPEG frames, with Huffman and arithmetic coding (T.81, table B.1). */
const PROGRESSIVE = [0xc2, 0xc6, 0xca, 0xce];

export function readCoding(bytes: Uint8Array): Partial<Coding> {
  const view = viewOf(bytes);
  let isRgb = false;
  for (const { marker, start } of headerSegments(bytes)) {
    // The color transform 0 in Adobe's APP14 segment means RGB.
    if (marker === APP14 && ascii(bytes, start, 5) === 'Adobe') isRgb = view.getUint8(start + 11) === 0;
    if (!isFrame(marker)) continue;
    const progressive = PROGRESSIVE.includes(marker);
    if (view.getUint8(start + 5) !== 3 || isRgb) return { progressive };
    const [luma, chroma] = [view.getUint8(start + 7), view.getUint8(start + 10)];
    const [across, down] = [(luma >> 4) / (chroma >> 4), (luma & 15) / (chroma & 15)];
    return { progressive, chromaSubsampling: SUBSAMPLINGS[`${across}x${down}`] };
  }
  return {};
}

/** Names of chroma subsampling for `horizontal x vertical` luma samples per chroma sample. */
const SUBSAMPLINGS: Readonly<Record<string, string>> = {
  '1x1': '4:4:4',
  '2x1': '4:2:2',
  '2x2': '4:2:0',
  '1x2': '4:4:0',
  '4x1': '4:1:1',
};

/**
 * Inserts JPEG segments in the required order: JFIF, Exif, ICC profile (Exif 2.32, 4.7; ICC.1:2022, annex B.4). Keeps
 * Adobe's APP14 segment, because decoders need the color transform that the segment states.
 */
export function embed(bytes: Bytes, { profile, exif, xmp, density }: Embedded): Bytes {
  const own: Uint8Array[] = [];
  let others = bytes.length;
  for (const { marker, start, end } of headerSegments(bytes)) {
    if (!isApplication(marker)) {
      others = start - 4;
      break;
    }
    if (marker === APP0 || marker === APP14) own.push(bytes.subarray(start - 4, end));
  }
  const [jfif, adobe] = [own.filter((part) => part[1] === APP0), own.filter((part) => part[1] !== APP0)];
  return joinBytes(
    bytes.subarray(0, 2),
    ...jfif.map((part) => (density ? withDensity(part, density) : part)),
    ...(exif ? [jpegSegment(APP1, letters(EXIF), exif)] : []),
    ...(xmp && xmp.length < MAX_SEGMENT ? [jpegSegment(APP1, letters(XMP), xmp)] : []),
    // The ICC profile is one segment: number 1 of 1.
    ...(profile ? [jpegSegment(APP2, letters('ICC_PROFILE\0\x01\x01'), profile)] : []),
    ...adobe,
    bytes.subarray(others),
  );
}

/** Maximum bytes of XMP in a segment, without the segment's length and the identifier. */
const MAX_SEGMENT = 65_502;

const MAX_JFIF_DENSITY = 65_535;
const DOTS_PER_INCH = 1;

/** Sets the density in a JFIF segment: after marker, length, identifier and version, a unit and two numbers. */
function withDensity(jfif: Uint8Array, { x, y }: Density): Uint8Array {
  const copy = jfif.slice();
  const whole = (dpi: number) => Math.max(1, Math.min(MAX_JFIF_DENSITY, Math.round(dpi)));
  copy.set([DOTS_PER_INCH, ...uint16(whole(x)), ...uint16(whole(y))], 11);
  return copy;
}
