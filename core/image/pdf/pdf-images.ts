import { zlibSync } from 'fflate';
import { ascii, joinBytes, viewOf } from '../../base/bytes.ts';
import { copyRaster, createRaster, isOpaque, pixelWords, type Raster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import { foreignProfile } from '../color/icc-profile.ts';
import { plainProfile } from '../color/plain-profile.ts';
import { jpegProfile } from '../formats/jpeg/jpeg-profile.ts';
import { headerSegments } from '../formats/jpeg/jpeg-segments.ts';
import {
  APP0,
  APP2,
  APP14,
  COM,
  EOI,
  isApplication,
  isFrame,
  isStandaloneMarker,
  nextMarker,
  SOS,
} from '../formats/jpeg/markers.ts';
import { stripJpeg } from '../formats/jpeg/strip-jpeg.ts';
import { encodePngData } from '../formats/png/encode-png.ts';
import { PALETTE } from '../formats/png/png-form.ts';
import { choosePngLayout, type PngLayout } from '../formats/png/png-layout.ts';
import type { PdfImage } from './pdf-writer.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const SPACES: Readonly<Record<number, { readonly device: string; readonly icc: string }>> = {
  1: { device: 'DeviceGray', icc: 'GRAY' },
  3: { device: 'DeviceRGB', icc: 'RGB ' },
  4: { device: 'DeviceCMYK', icc: 'CMYK' },
};
const ICC_SPACE_AT = 16;

/** Compression level of lossless images, from 0 to 9. */
const COMPRESSION = 6;

/**
 * Returns an undamaged JPEG as an image of a PDF without decoding it: the bytes of the file, or its coded data if the
 * file has metadata. Returns `undefined` if PDF readers might show other colors (ISO 32000-1, table 13).
 */
export function jpegForPdf(bytes: Bytes): PdfImage | undefined {
  const frame = frameOf(bytes);
  const space = frame && SPACES[frame.channels];
  const coded = isPlain(bytes) ? bytes : stripJpeg(bytes, undefined);
  if (!space || !coded || !frame.hasKnownColors) return undefined;
  const { width, height, channels } = frame;
  const entries = {
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    ColorSpace: `/${space.device}`,
    Filter: '/DCTDecode',
    // Adobe stores the complements of ink amounts.
    ...(channels === 4 && { Decode: '[1 0 1 0 1 0 1 0]' }),
  };
  const stored = jpegProfile(bytes);
  const isUsed =
    stored && ascii(stored, ICC_SPACE_AT, 4) === space.icc && (channels === 4 || foreignProfile(stored, channels));
  const plain = isUsed ? (plainProfile(stored) ?? stored) : undefined;
  return { entries, bytes: coded, profile: plain && { bytes: zlibSync(plain), channels, instead: space.device } };
}

/** Size and channels of a JPEG, and whether libjpeg and PDF readers agree on the colors that the channels mean. */
function frameOf(bytes: Uint8Array) {
  const view = viewOf(bytes);
  let hasJfif = false;
  let transform: number | undefined;
  for (const { marker, start, end } of headerSegments(bytes)) {
    if (marker === APP0) hasJfif ||= ascii(bytes, start, 5) === 'JFIF\0';
    if (marker === APP14 && end - start >= 12 && ascii(bytes, start, 5) === 'Adobe') transform = bytes[start + 11];
    if (!isFrame(marker)) continue;
    const channels = view.getUint8(start + 5);
    const ids = Array.from({ length: channels }, (_, index) => view.getUint8(start + 6 + index * 3));
    const isYcbcr = transform === undefined ? hasJfif || String.fromCharCode(...ids) !== 'RGB' : transform === 1;
    const hasKnownColors = channels === 1 || (channels === 3 && isYcbcr) || (channels === 4 && transform !== undefined);
    return { width: view.getUint16(start + 3), height: view.getUint16(start + 1), channels, hasKnownColors };
  }
  return undefined;
}

const JFIF_BYTES = 14;

/** True if a JPEG has no metadata: all its segments affect the pixels or their colors. */
function isPlain(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  for (let at = 2, isInScan = false; ; ) {
    const found = nextMarker(bytes, at);
    if (!found || (found.hasExtraneous && !isInScan)) return false;
    const { marker, end } = found;
    if (marker === EOI) return end === bytes.length;
    at = end;
    if (isStandaloneMarker(marker)) continue;
    if (end + 2 > bytes.length) return false;
    at = end + view.getUint16(end);
    isInScan = marker === SOS;
    const name = ascii(bytes, end + 2, 11);
    const isNeeded =
      (marker === APP0 && name.startsWith('JFIF\0') && at - end - 2 === JFIF_BYTES) ||
      (marker === APP2 && name === 'ICC_PROFILE') ||
      (marker === APP14 && name.startsWith('Adobe'));
    if (marker === COM || (isApplication(marker) && !isNeeded)) return false;
  }
}

/** Returns an image of a PDF with the exact pixels of `raster`, without the colors of invisible pixels. */
export async function rasterForPdf(raster: Raster, context: EncodeContext): Promise<PdfImage> {
  if (isOpaque(raster)) return flateImage(raster, context);
  const colors = copyRaster(raster);
  const alpha = createRaster(raster.width, raster.height);
  const [words, alphas] = [pixelWords(colors), pixelWords(alpha)];
  for (const [index, word] of words.entries()) {
    const level = word >>> 24;
    words[index] = level === 0 ? WHITE : word | OPAQUE;
    alphas[index] = (OPAQUE + level * 0x01_01_01) >>> 0;
  }
  return { ...(await flateImage(colors, context)), mask: await flateImage(alpha, context) };
}

const OPAQUE = 0xff_00_00_00;
const WHITE = 0xff_ff_ff_ff;

type EncodeContext = Pick<OperationContext, 'platform' | 'signal'>;

/** Codes an opaque image as PNG does: a PDF reads the same data with the predictor 15 (ISO 32000-1, 7.4.4.4). */
async function flateImage(raster: Raster, context: EncodeContext): Promise<PdfImage> {
  const { width, height } = raster;
  const layout = choosePngLayout(raster);
  const { channels, depth } = layout;
  const chunks = await encodePngData(raster, layout, COMPRESSION, context);
  const entries = {
    Width: width,
    Height: height,
    BitsPerComponent: depth,
    ColorSpace: spaceOf(layout),
    Filter: '/FlateDecode',
    DecodeParms: `<< /Predictor 15 /Colors ${channels} /BitsPerComponent ${depth} /Columns ${width} >>`,
  };
  // A chunk has length and type before its data, and a checksum after them.
  return { entries, bytes: joinBytes(...chunks.map((chunk) => chunk.subarray(8, -4))) };
}

function spaceOf({ colorType, channels, colors = [] }: PngLayout): string {
  if (colorType !== PALETTE) return `/${SPACES[channels]?.device}`;
  const hex = (level: number) => level.toString(16).padStart(2, '0');
  const palette = colors.map((word) => hex(word & 255) + hex((word >>> 8) & 255) + hex((word >>> 16) & 255));
  return `[/Indexed /DeviceRGB ${colors.length - 1} <${palette.join('')}>]`;
}
