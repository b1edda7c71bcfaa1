import { ascii, startsWith } from '../../base/bytes.ts';
import { MAX_SVG_HEAD_BYTES } from '../../base/limits.ts';
import { readBmpLayout } from '../formats/bmp/bmp-layout.ts';
import { isAnimatedGif, readGifSize } from '../formats/gif/gif-images.ts';
import { isAvif, isHeic, readAvifHeader, readHeicHeader } from '../formats/heif/heif.ts';
import { PNG_SIGNATURE, readPngHeader } from '../formats/png/png-chunks.ts';
import { isSvg, readSvgHeader } from '../formats/svg/svg.ts';
import { isTiff } from '../formats/tiff/tiff-directory.ts';
import { readTiffHeader } from '../formats/tiff/tiff-header.ts';
import { readJpegHeader } from '../jpeg/jpeg-segments.ts';
import type { ImageHeader, PictureFormat } from './image-header.ts';
import { readWebpHeader } from './webp.ts';

type Reader = (bytes: Uint8Array) => ImageHeader | undefined;

const formats: readonly { format: PictureFormat; matches: (bytes: Uint8Array) => boolean; read: Reader }[] = [
  { format: 'jpeg', matches: (b) => startsWith(b, [0xff, 0xd8, 0xff]), read: readJpegHeader },
  { format: 'png', matches: (b) => startsWith(b, PNG_SIGNATURE), read: readPngHeader },
  { format: 'webp', matches: (b) => ascii(b, 0, 4) === 'RIFF' && ascii(b, 8, 4) === 'WEBP', read: readWebpHeader },
  { format: 'gif', matches: (b) => /^GIF8[79]a$/.test(ascii(b, 0, 6)), read: readGifHeader },
  { format: 'bmp', matches: (b) => ascii(b, 0, 2) === 'BM' && b.length >= 26, read: readBmpHeader },
  { format: 'avif', matches: isAvif, read: readAvifHeader },
  { format: 'heic', matches: isHeic, read: readHeicHeader },
  { format: 'tiff', matches: isTiff, read: readTiffHeader },
  { format: 'svg', matches: isSvg, read: readSvgHeader },
];

export const SIGNATURE_BYTES = MAX_SVG_HEAD_BYTES;

/** Detects the format of an image file by its content, whatever the file's name. */
export function sniffPicture(bytes: Uint8Array): PictureFormat | undefined {
  return formats.find(({ matches }) => matches(bytes))?.format;
}

/** Reads the header of an image file; `undefined` for a damaged or unsupported header. */
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
  const size = readGifSize(bytes);
  return (
    size && {
      format: 'gif',
      ...size,
      orientation: 1,
      bitDepth: 8,
      channels: 3,
      mayHaveAlpha: true,
      hasProfile: false,
      animated: isAnimatedGif(bytes),
    }
  );
}

function readBmpHeader(bytes: Uint8Array): ImageHeader | undefined {
  const layout = readBmpLayout(bytes);
  if (!layout) return undefined;
  return {
    format: 'bmp',
    width: layout.width,
    height: layout.height,
    orientation: 1,
    bitDepth: 8,
    channels: layout.masks[3] === 0 ? 3 : 4,
    mayHaveAlpha: layout.masks[3] !== 0,
    hasProfile: layout.profile !== undefined,
    animated: false,
  };
}
