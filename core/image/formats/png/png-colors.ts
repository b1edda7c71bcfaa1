import { type Chunk, viewOf } from '../../../base/bytes.ts';
import { inflateWithin } from '../../../base/inflate.ts';
import { MAX_PROFILE_BYTES } from '../../../base/limits.ts';
import { type ColorConversion, type ForeignColors, isSrgb } from '../../color/color-conversion.ts';
import { foreignProfile } from '../../color/icc-profile.ts';
import {
  BT709,
  codesName,
  conversionOf,
  fromSrgb,
  hasRealPrimaries,
  nclxSpace,
  type Primaries,
} from '../../color/nclx.ts';
import { COLOR_CHUNKS, hasValidChecksum, pngChunks } from './png-chunks.ts';

type ColorChunk = (typeof COLOR_CHUNKS)[number];

/** Returns the colors of a PNG; `undefined` if the colors equal sRGB. Follows the order of PNG 3, 4.3. */
export function pngColors(bytes: Uint8Array, channels: number): ForeignColors | undefined {
  const chunks = colorChunks(bytes);
  const isGray = channels <= 2;
  const coded = codedSpace(bytes, chunks.get('cICP'));
  if (coded) return foreign(conversionOf(coded.space, { isNarrow: coded.isNarrow, isGray }), coded.name);
  const icc = profileIn(bytes, chunks.get('iCCP'));
  if (icc) return foreignProfile(icc, channels);
  if (chunks.has('sRGB')) return undefined;
  const gamma = readGamma(bytes, chunks.get('gAMA'));
  // As in browsers, primaries count only together with a gamma.
  if (gamma === undefined) return undefined;
  const stated = readPrimaries(bytes, chunks.get('cHRM'));
  const primaries = stated ?? BT709;
  if (isSrgbGamma(gamma)) {
    const conversion = conversionOf({ primaries, toLinear: fromSrgb }, { isGray });
    if (!conversion || isSrgb(conversion)) return undefined;
  }
  const conversion = conversionOf({ primaries, toLinear: (value) => value ** (1 / gamma) }, { isGray });
  return foreign(conversion, `gamma ${gamma}${stated ? ' with cHRM' : ''}`);
}

const foreign = (conversion: ColorConversion | undefined, name: string) => conversion && { conversion, name };

/** Returns a PNG's ICC profile; `undefined` for a missing, damaged or too large profile. */
export const pngProfile = (bytes: Uint8Array) => profileIn(bytes, colorChunks(bytes).get('iCCP'));

/** Returns the first intact chunk of each type before the image data. */
function colorChunks(bytes: Uint8Array): ReadonlyMap<ColorChunk, Chunk> {
  const found = new Map<ColorChunk, Chunk>();
  for (const chunk of pngChunks(bytes)) {
    if (chunk.type === 'IDAT') break;
    const type = COLOR_CHUNKS.find((name) => name === chunk.type);
    if (type && !found.has(type) && hasValidChecksum(bytes, chunk)) found.set(type, chunk);
  }
  return found;
}

/** Reads a PNG's iCCP chunk (PNG 3, 11.3.2.3): name of up to 79 bytes, zero byte, compression method, zlib data. */
function profileIn(bytes: Uint8Array, chunk: Chunk | undefined): Uint8Array | undefined {
  if (!chunk) return undefined;
  const { start, end } = chunk;
  const nameEnd = bytes.subarray(start, Math.min(end, start + 80)).indexOf(0);
  if (nameEnd < 1) return undefined;
  try {
    return inflateWithin(bytes.subarray(start + nameEnd + 2, end), MAX_PROFILE_BYTES);
  } catch {
    // Ignores a damaged ICC profile, because the pixels can be decoded without a profile.
    return undefined;
  }
}

const UNSPECIFIED = 2;

/** Transfer codes of video. In PNG, unlike in AVIF, Chromium decodes them by the display gamma of ITU-R BT.1886. */
const VIDEO_TRANSFERS = [1, 6, 11, 14, 15];
const fromVideo = (value: number) => value ** 2.4;

/**
 * Reads a PNG's cICP chunk (PNG 3, 11.3.2.6): codes of primaries, transfer function and matrix, and the full range flag.
 * Returns `undefined` for codes that state no colors, and for matrix codes other than RGB.
 */
function codedSpace(bytes: Uint8Array, chunk: Chunk | undefined) {
  if (!chunk || chunk.end - chunk.start !== 4) return undefined;
  const [primaries, transfer, matrix, range] = [0, 1, 2, 3].map((at) => viewOf(bytes).getUint8(chunk.start + at));
  if (primaries === UNSPECIFIED || transfer === UNSPECIFIED || matrix !== 0) return undefined;
  const codes = { primaries: primaries as number, transfer: transfer as number };
  const known = nclxSpace(codes.primaries, codes.transfer);
  const space = known && VIDEO_TRANSFERS.includes(codes.transfer) ? { ...known, toLinear: fromVideo } : known;
  return space && { space, isNarrow: range === 0, name: codesName(codes) };
}

/** Unit of the numbers in the chunks gAMA and cHRM (PNG 3, 11.3.2.1 and 11.3.2.2). */
const UNIT = 100_000;

/** Smallest and largest plausible exponent from light to an encoded value. */
const GAMMAS = [0.1, 10] as const;

function readGamma(bytes: Uint8Array, chunk: Chunk | undefined): number | undefined {
  if (!chunk || chunk.end - chunk.start !== 4) return undefined;
  const gamma = viewOf(bytes).getUint32(chunk.start) / UNIT;
  return gamma >= GAMMAS[0] && gamma <= GAMMAS[1] ? gamma : undefined;
}

/** Share by which a gamma may differ from 1 / 2.2, which PNGs in sRGB state. The value of libpng. */
const GAMMA_TOLERANCE = 0.05;

const isSrgbGamma = (gamma: number) => Math.abs(gamma * 2.2 - 1) <= GAMMA_TOLERANCE;

/** Reads the chromaticities in a PNG's cHRM chunk: white, red, green and blue. */
function readPrimaries(bytes: Uint8Array, chunk: Chunk | undefined): Primaries | undefined {
  if (!chunk || chunk.end - chunk.start !== 32) return undefined;
  const view = viewOf(bytes);
  const pair = (at: number) => [view.getUint32(at) / UNIT, view.getUint32(at + 4) / UNIT] as const;
  const [white, red, green, blue] = [0, 8, 16, 24].map((offset) => pair(chunk.start + offset)) as [
    Primaries[0],
    Primaries[0],
    Primaries[0],
    Primaries[0],
  ];
  const primaries = [red, green, blue, white] as const;
  return hasRealPrimaries(primaries) ? primaries : undefined;
}
