import { zlibSync } from 'fflate';
import { joinBytes, letters, littleEndian, uint16, uint32, viewOf } from '../../base/bytes.ts';
import { riffChunk } from '../../base/riff.ts';
import type { Size } from '../../geometry/point.ts';
import { riffChunks } from '../codecs/webp.ts';
import { embedInAvif } from '../formats/avif/embed-avif.ts';
import type { ImageFormat } from '../formats/output-formats.ts';
import { pngChunk } from '../formats/png/png-chunks.ts';
import { headerSegments } from '../jpeg/jpeg-segments.ts';
import { APP0, APP1, APP2, APP14, isApplication, jpegSegment } from '../jpeg/markers.ts';
import { type Density, perMeter } from './density.ts';
import type { Embedded } from './embedded.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Replaces all metadata in a file that Fudebako encoded, such as the encoder's profile. Pixel data is unchanged. */
export function embed(bytes: Bytes, format: ImageFormat, embedded: Embedded, size: Size): Bytes {
  if (format === 'jpg') return embedInJpeg(bytes, embedded);
  if (!embedded.profile && !embedded.exif && !embedded.xmp) return bytes;
  if (format === 'png') return embedInPng(bytes, embedded);
  return format === 'webp' ? embedInWebp(bytes, embedded, size) : embedInAvif(bytes, embedded);
}

/**
 * Inserts JPEG segments in the required order: JFIF, Exif, ICC profile (Exif 2.32, 4.7; ICC.1:2022, annex B.4). Keeps
 * Adobe's APP14 segment, because decoders need the color transform that the segment states.
 */
function embedInJpeg(bytes: Bytes, { profile, exif, xmp, density }: Embedded): Bytes {
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
    ...(exif ? [jpegSegment(APP1, letters('Exif\0\0'), exif)] : []),
    ...(xmp && xmp.length < MAX_SEGMENT ? [jpegSegment(APP1, letters('http://ns.adobe.com/xap/1.0/\0'), xmp)] : []),
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

/** File offset of the end of the IHDR chunk, which is the first chunk of a PNG. */
const PNG_HEADER_END = 33;

function embedInPng(bytes: Bytes, { profile, exif, xmp, density }: Embedded): Bytes {
  return joinBytes(
    bytes.subarray(0, PNG_HEADER_END),
    // Content of iCCP: profile name, zero byte, compression method 0, compressed ICC profile (PNG 3, 11.3.2.3).
    ...(profile ? [pngChunk('iCCP', joinBytes(letters('sRGB\0\0'), zlibSync(profile)))] : []),
    ...(density ? [pngChunk('pHYs', joinBytes(uint32(perMeter(density.x)), uint32(perMeter(density.y)), [1]))] : []),
    ...(exif ? [pngChunk('eXIf', exif)] : []),
    // XMP is an uncompressed text without language (PNG 3, 11.3.3.4; XMP part 3, 1.1.5).
    ...(xmp ? [pngChunk('iTXt', joinBytes(letters('XML:com.adobe.xmp\0\0\0\0\0'), xmp))] : []),
    bytes.subarray(PNG_HEADER_END),
  );
}

const WEBP = { profile: 0x20, alpha: 0x10, exif: 0x08, xmp: 0x04 };

/** Writes a WebP in the extended format (RFC 9649, 2.7), whose VP8X chunk lists the features. */
function embedInWebp(bytes: Bytes, { profile, exif, xmp }: Embedded, { width, height }: Size): Bytes {
  const pixels = [...riffChunks(bytes)].filter(({ type }) => ['ALPH', 'VP8 ', 'VP8L'].includes(type));
  const hasAlpha = pixels.some(
    ({ type, start }) => type === 'ALPH' || (type === 'VP8L' && hasLosslessAlpha(bytes, start)),
  );
  const flags =
    (profile ? WEBP.profile : 0) | (exif ? WEBP.exif : 0) | (xmp ? WEBP.xmp : 0) | (hasAlpha ? WEBP.alpha : 0);
  const header = [flags, 0, 0, 0, ...littleEndian(width - 1, 3), ...littleEndian(height - 1, 3)];
  return riffChunk(
    'RIFF',
    letters('WEBP'),
    riffChunk('VP8X', header),
    ...(profile ? [riffChunk('ICCP', profile)] : []),
    ...pixels.map(({ type, start, end }) => riffChunk(type, bytes.subarray(start, end))),
    ...(exif ? [riffChunk('EXIF', exif)] : []),
    ...(xmp ? [riffChunk('XMP ', xmp)] : []),
  );
}

/** Reads the alpha flag of a WebP's VP8L header, which follows 14 bits each of width and height (RFC 9649, 3.4). */
const hasLosslessAlpha = (bytes: Uint8Array, start: number) =>
  ((viewOf(bytes).getUint32(start + 1, true) >>> 28) & 1) === 1;
