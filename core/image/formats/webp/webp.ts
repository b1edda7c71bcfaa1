import { ascii, type Chunk, viewOf } from '../../../base/bytes.ts';
import { isExifDamaged, readOrientationTag } from '../../metadata/orientation-tag.ts';
import type { FoundHeader } from '../image-format.ts';

/** Yields the chunks of a RIFF file. Chunks are padded to even lengths. */
export function* riffChunks(bytes: Uint8Array, from = 12, to = bytes.length): Generator<Chunk> {
  const view = viewOf(bytes);
  for (let offset = from; offset + 8 <= to; ) {
    const length = view.getUint32(offset + 4, true);
    yield { type: ascii(bytes, offset, 4), start: offset + 8, end: offset + 8 + length };
    offset += 8 + length + (length % 2);
  }
}

/** Reads a little-endian 24-bit integer. */
export const uint24 = (view: DataView, offset: number) =>
  view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);

interface FrameSize {
  readonly width: number;
  readonly height: number;
  readonly mayHaveAlpha: boolean;
}

/** Returns the image size in a `VP8 ` or `VP8L` chunk (RFC 9649, 2.5 and 2.6); `undefined` for other chunks. */
function frameSize(view: DataView, { type, start }: Chunk): FrameSize | undefined {
  if (type === 'VP8 ')
    return {
      width: view.getUint16(start + 6, true) & 0x3fff,
      height: view.getUint16(start + 8, true) & 0x3fff,
      mayHaveAlpha: false,
    };
  if (type !== 'VP8L') return undefined;
  const bits = view.getUint32(start + 1, true);
  return {
    width: (bits & 0x3fff) + 1,
    height: ((bits >>> 14) & 0x3fff) + 1,
    mayHaveAlpha: ((bits >>> 28) & 1) === 1,
  };
}

/** Reads a header (RFC 9649, 2.5 to 2.7). `undefined` for contradictory sizes, which decoders allocate unchecked. */
export function readWebpHeader(bytes: Uint8Array): FoundHeader | undefined {
  const view = viewOf(bytes);
  let header: FoundHeader | undefined;
  let isExtended = false;
  for (const chunk of riffChunks(bytes)) {
    const { type, start, end } = chunk;
    if (type === 'VP8X' && !header) {
      const flags = view.getUint8(start);
      const mayHaveAlpha = (flags & 0x10) !== 0;
      isExtended = true;
      header = {
        width: uint24(view, start + 4) + 1,
        height: uint24(view, start + 7) + 1,
        channels: mayHaveAlpha ? 4 : 3,
        mayHaveAlpha,
        hasProfile: (flags & 0x20) !== 0,
        animated: (flags & 0x02) !== 0,
      };
    } else if (type === 'EXIF' && header) {
      const tiff = bytes.subarray(tiffStart(bytes, start), end);
      const tag = readOrientationTag(tiff);
      if (tag) header = { ...header, orientation: tag.orientation };
      if (isExifDamaged(tiff)) header = { ...header, hasDamagedExif: true };
    } else if (type === 'ANMF' && header) {
      if (!fitsCanvas(bytes, chunk, header)) return undefined;
    } else {
      const size = frameSize(view, chunk);
      if (!size) continue;
      if (!header) header = { ...size, channels: size.mayHaveAlpha ? 4 : 3 };
      else if (isExtended && (size.width !== header.width || size.height !== header.height)) return undefined;
    }
  }
  return header;
}

const ANIMATION_FRAME_BYTES = 16;

function fitsCanvas(bytes: Uint8Array, { start, end }: Chunk, canvas: FoundHeader): boolean {
  const view = viewOf(bytes);
  const [x, y] = [uint24(view, start) * 2, uint24(view, start + 3) * 2];
  const [width, height] = [uint24(view, start + 6) + 1, uint24(view, start + 9) + 1];
  if (x + width > canvas.width || y + height > canvas.height) return false;
  for (const chunk of riffChunks(bytes, start + ANIMATION_FRAME_BYTES, Math.min(end, bytes.length))) {
    const size = frameSize(view, chunk);
    if (size) return size.width === width && size.height === height;
  }
  // Accepts a WebP header without image chunks; the decoder refuses such a file later.
  return true;
}

export function webpProfile(bytes: Uint8Array): Uint8Array | undefined {
  for (const { type, start, end } of riffChunks(bytes)) if (type === 'ICCP') return bytes.subarray(start, end);
  return undefined;
}

/** Returns the offset of the TIFF header in a WebP's EXIF chunk, after JPEG's prefix `Exif\0\0` if present. */
export const tiffStart = (bytes: Uint8Array, start: number) =>
  ascii(bytes, start, 6) === 'Exif\0\0' ? start + 6 : start;
