import { ascii, startsWith, viewOf } from '../../base/bytes.ts';
import { MAX_PIXELS, MAX_SVG_HEAD_BYTES } from '../../base/limits.ts';
import { isAvif, isHeic, readAvifHeader, readHeicHeader } from './avif.ts';
import type { ImageHeader, PictureFormat } from './image-header.ts';
import { readJpegHeader } from './jpeg.ts';
import { readPngHeader } from './png.ts';
import { isSvg, readSvgHeader } from './svg.ts';
import { readWebpHeader } from './webp.ts';

type Reader = (bytes: Uint8Array) => ImageHeader | undefined;

const formats: readonly { format: PictureFormat; matches: (bytes: Uint8Array) => boolean; read: Reader }[] = [
  { format: 'jpeg', matches: (b) => startsWith(b, [0xff, 0xd8, 0xff]), read: readJpegHeader },
  { format: 'png', matches: (b) => startsWith(b, [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), read: readPngHeader },
  { format: 'webp', matches: (b) => ascii(b, 0, 4) === 'RIFF' && ascii(b, 8, 4) === 'WEBP', read: readWebpHeader },
  { format: 'gif', matches: (b) => /^GIF8[79]a$/.test(ascii(b, 0, 6)), read: readGifHeader },
  { format: 'bmp', matches: (b) => ascii(b, 0, 2) === 'BM' && b.length >= 26, read: readBmpHeader },
  { format: 'avif', matches: isAvif, read: readAvifHeader },
  { format: 'heic', matches: isHeic, read: readHeicHeader },
  { format: 'svg', matches: isSvg, read: readSvgHeader },
];

/** As many of a file's first bytes as `sniffPicture` looks at. */
export const SIGNATURE_BYTES = MAX_SVG_HEAD_BYTES;

/** The format that the bytes are in, whatever the file's name says. */
export function sniffPicture(bytes: Uint8Array): PictureFormat | undefined {
  return formats.find(({ matches }) => matches(bytes))?.format;
}

/** The header, or `undefined` where the format is known but its header is damaged or none of ours. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  try {
    const header = formats.find(({ matches }) => matches(bytes))?.read(bytes);
    return header && header.width > 0 && header.height > 0 ? header : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readGifHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = viewOf(bytes);
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  const first = firstGifFrame(bytes, view);
  const frame = first && { width: Math.max(width, first.right), height: Math.max(height, first.bottom) };
  if (frame && frame.width * frame.height > MAX_PIXELS && width * height <= MAX_PIXELS) return undefined;
  return {
    format: 'gif',
    width,
    height,
    orientation: 1,
    bitDepth: 8,
    channels: 3,
    mayHaveAlpha: true,
    hasProfile: false,
    animated: ascii(bytes, 0, 2048).includes('NETSCAPE2.0'),
    frame,
  };
}

/** Where on the screen the first picture ends (GIF89a, 18 to 26); `undefined` where there is none. */
function firstGifFrame(bytes: Uint8Array, view: DataView): { right: number; bottom: number } | undefined {
  const flags = view.getUint8(10);
  let at = 13 + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  while (bytes[at] === 0x21) {
    at += 2;
    // Blocks of up to 255 bytes, each after its length, up to an empty one.
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] as number);
    at++;
  }
  if (bytes[at] !== 0x2c || at + 9 > bytes.length) return undefined;
  const u16 = (offset: number) => view.getUint16(at + offset, true);
  return { right: u16(1) + u16(5), bottom: u16(3) + u16(7) };
}

function readBmpHeader(bytes: Uint8Array): ImageHeader {
  const view = viewOf(bytes);
  // OS/2's first kind of header has its size in 16 bits.
  const isCore = view.getUint32(14, true) === 12;
  const bitsPerPixel = view.getUint16(isCore ? 24 : 28, true);
  return {
    format: 'bmp',
    width: isCore ? view.getUint16(18, true) : Math.abs(view.getInt32(18, true)),
    // A negative height means that rows run from top to bottom.
    height: isCore ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true)),
    orientation: 1,
    bitDepth: 8,
    channels: bitsPerPixel === 32 ? 4 : 3,
    mayHaveAlpha: bitsPerPixel === 32,
    hasProfile: false,
    animated: false,
  };
}
