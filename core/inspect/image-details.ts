import { ascii, indexOfBytes, letters, viewOf } from '../base/bytes.ts';
import { embeddedProfile } from '../image/codecs/foreign-colors.ts';
import { riffChunks } from '../image/codecs/webp.ts';
import { foreignProfile } from '../image/color/icc-profile.ts';
import { codesName, isSrgbSpace } from '../image/color/nclx.ts';
import { profileName } from '../image/color/profile-name.ts';
import { gifImages } from '../image/formats/gif/gif-images.ts';
import { tilesOf } from '../image/formats/heif/coded-images.ts';
import { sequenceFrames } from '../image/formats/heif/heif.ts';
import { colorOf, findProperty, readAvifLayout, readHeicLayout } from '../image/formats/heif/layout.ts';
import { pngChunks } from '../image/formats/png/png-chunks.ts';
import { formatNamed, type ImageHeader } from '../image/formats/registry.ts';
import { headerSegments } from '../image/jpeg/jpeg-segments.ts';
import { isFrame } from '../image/jpeg/markers.ts';
import { readDensity, roundedDpi } from '../image/metadata/density.ts';
import type { Data } from '../operation.ts';
import { findPlaces } from './find-places.ts';

interface Coding {
  /** Chroma subsampling of YCbCr, such as `4:2:0`; `undefined` for gray, RGB and palettes. */
  readonly chromaSubsampling?: string | undefined;
  /** True for progressive JPEG, and for interlaced PNG and GIF. */
  readonly progressive: boolean;
  readonly frames: number;
  /** Number of times that an animation plays; 0 repeats forever. */
  readonly loop?: number | undefined;
  /** Color codes of an AVIF or HEIC that state colors other than sRGB. */
  readonly codes?: string | undefined;
}

/** Returns properties of an image that `ImageHeader` doesn't contain: metadata, color profile and coding. */
export async function imageDetails(bytes: Uint8Array, { format, channels, hasProfile }: ImageHeader): Promise<Data> {
  const icc = await embeddedProfile(bytes, format);
  const { codes, ...coding } = { ...STILL, ...codingOf(bytes, format) };
  const isCmyk = (format === 'jpg' && channels === 4) || (icc !== undefined && ascii(icc, SPACE_AT, 4) === 'CMYK');
  const name = icc && profileName(icc);
  const { readColors } = formatNamed(format);
  const foreign = readColors ? await readColors(bytes, channels) : icc && foreignProfile(icc, channels);
  // An ICC profile takes precedence over the codes of a color space (ISO/IEC 23000-22, 7.3.6.4).
  const colorSpace = foreign && 'name' in foreign ? foreign.name : icc ? undefined : codes;
  return {
    colorProfile: hasProfile,
    ...(name && { profileName: name }),
    ...(colorSpace && { colorSpace }),
    srgb: !isCmyk && !foreign && !colorSpace,
    ...dpiOf(bytes),
    ...findPlaces(bytes),
    ...Object.fromEntries(Object.entries(coding).filter(([, value]) => value !== undefined)),
  };
}

/** Returns the print resolution across, and the resolution down if both differ. */
function dpiOf(bytes: Uint8Array): Data {
  const density = readDensity(bytes);
  if (!density) return {};
  const [dpi, dpiDown] = [roundedDpi(density.x), roundedDpi(density.y)];
  return dpi === dpiDown ? { dpi } : { dpi, dpiDown };
}

/** Offset of the data color space in an ICC profile (ICC.1:2022, 7.2). */
const SPACE_AT = 16;

const STILL: Coding = { progressive: false, frames: 1 };

function codingOf(bytes: Uint8Array, format: ImageHeader['format']): Partial<Coding> {
  try {
    return readers[format]?.(bytes) ?? {};
  } catch (error) {
    if (error instanceof RangeError) return {};
    throw error;
  }
}

const readers: Partial<Record<ImageHeader['format'], (bytes: Uint8Array) => Partial<Coding>>> = {
  jpg: jpegCoding,
  png: pngCoding,
  webp: webpCoding,
  gif: gifCoding,
  avif: avifCoding,
  heic: heicCoding,
};

/** Markers of progressive JPEG frames, with Huffman and arithmetic coding (T.81, table B.1). */
const PROGRESSIVE = [0xc2, 0xc6, 0xca, 0xce];
const ADOBE = 0xee;

function jpegCoding(bytes: Uint8Array): Partial<Coding> {
  const view = viewOf(bytes);
  let isRgb = false;
  for (const { marker, start } of headerSegments(bytes)) {
    // The color transform 0 in Adobe's APP14 segment means RGB.
    if (marker === ADOBE && ascii(bytes, start, 5) === 'Adobe') isRgb = view.getUint8(start + 11) === 0;
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

const INTERLACE_AT = 28;

function pngCoding(bytes: Uint8Array): Partial<Coding> {
  const view = viewOf(bytes);
  const progressive = view.getUint8(INTERLACE_AT) === 1;
  for (const { type, start } of pngChunks(bytes)) {
    if (type === 'IDAT') break;
    // Fields of `acTL`: number of frames, number of plays (PNG 3, 11.3.6.1).
    if (type === 'acTL') return { progressive, frames: view.getUint32(start), loop: view.getUint32(start + 4) };
  }
  return { progressive };
}

function webpCoding(bytes: Uint8Array): Partial<Coding> {
  const view = viewOf(bytes);
  let [frames, isLossy]: [number, boolean] = [0, false];
  let loop: number | undefined;
  for (const { type, start } of riffChunks(bytes)) {
    // Fields of `ANIM`: background color, loop count (RFC 9649, 2.7.1.1).
    if (type === 'ANIM') loop = view.getUint16(start + 4, true);
    if (type === 'ANMF') frames++;
    isLossy ||= type === 'VP8 ';
  }
  // VP8 images always have 4:2:0 chroma subsampling (RFC 6386, section 2).
  return { frames: Math.max(1, frames), loop, ...(isLossy && { chromaSubsampling: '4:2:0' }) };
}

const NETSCAPE = letters('NETSCAPE2.0');

function gifCoding(bytes: Uint8Array): Partial<Coding> {
  let frames = 0;
  let progressive = false;
  for (const image of gifImages(bytes)) {
    frames++;
    progressive ||= image.isInterlaced;
  }
  if (frames < 2) return { frames, progressive };
  const at = indexOfBytes(bytes, NETSCAPE);
  // NETSCAPE2.0 states the repetitions after the first play; without the block, the animation plays once.
  const repetitions = at < 0 ? undefined : viewOf(bytes).getUint16(at + NETSCAPE.length + 2, true);
  return { frames, progressive, loop: repetitions === undefined ? 1 : repetitions === 0 ? 0 : repetitions + 1 };
}

const codesOf = ({ nclx }: ReturnType<typeof colorOf>) => (nclx && !isSrgbSpace(nclx) ? codesName(nclx) : undefined);

function avifCoding(bytes: Uint8Array): Partial<Coding> {
  const { properties, items } = readAvifLayout(bytes);
  const tile = items?.references.find(({ type, from }) => type === 'dimg' && from === items.primary)?.to[0];
  const config =
    findProperty(properties, 'av1C', 4) ?? findProperty(items?.properties.get(tile ?? -1) ?? [], 'av1C', 4);
  const color = colorOf(bytes, properties);
  // Byte 2 of `av1C`: monochrome, chroma_subsampling_x, chroma_subsampling_y (AV1 in ISOBMFF, 2.3.3).
  const flags = config ? (bytes[config.start + 2] as number) : 0;
  const isGray = (flags & 0x10) !== 0;
  const chroma = (['4:4:4', undefined, '4:2:2', '4:2:0'] as const)[(flags >> 2) & 3];
  return {
    codes: codesOf(color),
    frames: sequenceFrames(bytes),
    // Matrix coefficients 0 mean RGB (ITU-T H.273, table 4).
    ...(config && !isGray && color.nclx?.matrix !== 0 && { chromaSubsampling: chroma }),
  };
}

function heicCoding(bytes: Uint8Array): Partial<Coding> {
  const { properties, items } = readHeicLayout(bytes);
  const coded = [items.primary, ...tilesOf(items, items.primary)].map((id) => items.properties.get(id) ?? []);
  const config = coded.flatMap((list) => findProperty(list, 'hvcC', 23) ?? [])[0];
  // The last bits of byte 16 of `hvcC` are chroma_format_idc (ISO/IEC 14496-15, 8.3.3.1; ITU-T H.265, table 6-1).
  const chroma = config && (['', '4:2:0', '4:2:2', '4:4:4'] as const)[(bytes[config.start + 16] as number) & 3];
  const codes = codesOf(colorOf(bytes, properties));
  return { codes, frames: sequenceFrames(bytes), ...(chroma && { chromaSubsampling: chroma }) };
}
