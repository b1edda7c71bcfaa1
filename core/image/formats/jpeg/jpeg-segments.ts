import { ascii, type Chunk, viewOf } from '../../../base/bytes.ts';
import { isExifDamaged, type OrientationTag, readOrientationTag } from '../../metadata/orientation-tag.ts';
import type { FoundHeader } from '../image-format.ts';
import {
  APP1,
  APP2,
  DHP,
  EOI,
  isFrame,
  isStandaloneMarker,
  SOF_BASELINE,
  SOF_EXTENDED,
  SOF_PROGRESSIVE,
  SOS,
} from './markers.ts';

export interface Segment extends Chunk {
  readonly marker: number;
}

/** Yields the segments of a JPEG before the first scan (T.81, B.1.1). Like decoders, skips bytes between segments. */
export function* headerSegments(bytes: Uint8Array): Generator<Segment> {
  const view = viewOf(bytes);
  let offset = 2;
  for (;;) {
    offset = bytes.indexOf(0xff, offset);
    if (offset < 0 || offset + 4 > bytes.length) return;
    const marker = bytes[offset + 1] as number;
    if (marker === 0xff) {
      offset++;
      continue;
    }
    if (marker === EOI) return;
    if (marker === 0 || isStandaloneMarker(marker)) {
      offset += 2;
      continue;
    }
    const length = view.getUint16(offset + 2);
    yield { marker, type: marker.toString(16), start: offset + 4, end: offset + 2 + length };
    if (marker === SOS) return;
    offset += 2 + Math.max(2, length);
  }
}

const EXIF = 'Exif\0\0';

interface ExifSegment {
  readonly tiffStart: number;
  readonly tag: OrientationTag | undefined;
  readonly isDamaged: boolean;
}

function exifOf(bytes: Uint8Array, { marker, start, end }: Segment): ExifSegment | undefined {
  if (marker !== APP1 || ascii(bytes, start, EXIF.length) !== EXIF) return undefined;
  const tiff = bytes.subarray(start + EXIF.length, end);
  return { tiffStart: start + EXIF.length, tag: readOrientationTag(tiff), isDamaged: isExifDamaged(tiff) };
}

export function readJpegHeader(bytes: Uint8Array): FoundHeader | undefined {
  const view = viewOf(bytes);
  let tag: OrientationTag | undefined;
  let hasDamagedExif = false;
  let hasProfile = false;
  for (const segment of headerSegments(bytes)) {
    const exif = exifOf(bytes, segment);
    tag ??= exif?.tag;
    hasDamagedExif ||= exif?.isDamaged ?? false;
    hasProfile ||= segment.marker === APP2 && ascii(bytes, segment.start, 12) === 'ICC_PROFILE\0';
    if (isFrame(segment.marker))
      return {
        bitDepth: view.getUint8(segment.start),
        height: view.getUint16(segment.start + 1),
        width: view.getUint16(segment.start + 3),
        channels: view.getUint8(segment.start + 5),
        orientation: tag?.orientation ?? 1,
        ...(hasDamagedExif && { hasDamagedExif }),
        mayHaveAlpha: false,
        hasProfile,
      };
  }
  return undefined;
}

const LOSSLESS_FRAMES = [0xc3, 0xcb];
const ARITHMETIC_FRAMES = [0xc9, 0xca];
/** Markers of Huffman-coded frames: baseline, extended sequential and progressive (T.81, table B.1). */
const HUFFMAN_FRAMES = [SOF_BASELINE, SOF_EXTENDED, SOF_PROGRESSIVE];

/** Returns the name of a coding process that platforms refuse or decode differently, otherwise `undefined`. */
export function unsupportedJpeg(bytes: Uint8Array): string | undefined {
  const byteAt = (offset: number) => bytes[offset] ?? 0;
  for (const { marker, start } of headerSegments(bytes)) {
    if (marker === DHP) return 'Hierarchical JPEG';
    if (!isFrame(marker)) continue;
    if (LOSSLESS_FRAMES.includes(marker)) return 'Lossless JPEG';
    if (ARITHMETIC_FRAMES.includes(marker)) return 'Arithmetic-coded JPEG';
    if (!HUFFMAN_FRAMES.includes(marker)) return 'Hierarchical JPEG';
    const [bits, components] = [byteAt(start), byteAt(start + 5)];
    if (bits !== 8) return `${bits}-bit JPEG`;
    if (![1, 3, 4].includes(components)) return `${components}-component JPEG`;
    const samplings = Array.from({ length: components }, (_, index) => byteAt(start + 7 + index * 3));
    const isFractional = (factors: readonly number[]) => factors.some((factor) => Math.max(...factors) % factor > 0);
    const isOdd = isFractional(samplings.map((each) => each >> 4)) || isFractional(samplings.map((each) => each & 15));
    return isOdd ? 'Fractionally subsampled JPEG' : undefined;
  }
  return undefined;
}

/** Returns a copy of the JPEG with Exif orientation 1, so that no decoder rotates the image. */
export function withoutOrientation(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  for (const segment of headerSegments(bytes)) {
    const { tiffStart = 0, tag } = exifOf(bytes, segment) ?? {};
    if (!tag || tag.orientation === 1) continue;
    const copy = bytes.slice();
    viewOf(copy).setUint16(tiffStart + tag.offset, 1, tag.littleEndian);
    return copy;
  }
  return bytes;
}
