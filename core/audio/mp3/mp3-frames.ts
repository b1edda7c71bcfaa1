/** Headers of MPEG audio Layer III frames (ISO/IEC 11172-3 and 13818-3; MPEG-2.5 is Fraunhofer's extension). */

export type MpegVersion = 1 | 2 | 2.5;

export interface Mp3Header {
  readonly version: MpegVersion;
  readonly sampleRate: number;
  readonly bitrateKbps: number;
  readonly channels: 1 | 2;
  readonly frameBytes: number;
  /** Length of all frames without padding in a stream in free format, whose headers state no bitrate. */
  readonly freeBytes?: number;
  readonly samplesPerFrame: 576 | 1152;
  /** Number of bytes of the MP3 frame header: four, or six with a checksum. */
  readonly headerBytes: 4 | 6;
  readonly sideInfoBytes: 9 | 17 | 32;
}

export const MP3_BITRATES: Readonly<Record<MpegVersion, readonly number[]>> = {
  1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  2.5: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

const RATES: Readonly<Record<MpegVersion, readonly number[]>> = {
  1: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  2.5: [11_025, 12_000, 8_000],
};

export const MP3_SAMPLE_RATES: readonly number[] = Object.values(RATES)
  .flat()
  .sort((a, b) => a - b);

const VERSIONS = [2.5, undefined, 2, 1] as const;
const LAYER_3 = 1;

/**
 * Parses an MP3 frame header at offset `at`. Returns `undefined` for other bytes and for an unknown bitrate.
 * @param freeBytes length of frames without a bitrate (free format); without it, such headers are unknown
 */
export function parseMp3Header(bytes: Uint8Array, at = 0, freeBytes?: number): Mp3Header | undefined {
  if (bytes[at] !== 0xff || at + 4 > bytes.length) return undefined;
  const [second, third, fourth] = [bytes[at + 1] as number, bytes[at + 2] as number, bytes[at + 3] as number];
  const version = VERSIONS[(second >> 3) & 3];
  if (second < 0xe0 || version === undefined || ((second >> 1) & 3) !== LAYER_3) return undefined;
  const sampleRate = RATES[version][(third >> 2) & 3];
  const samplesPerFrame = version === 1 ? 1152 : 576;
  const isFree = third >> 4 === 0 && freeBytes !== undefined;
  const bitrateKbps = isFree
    ? Math.round((freeBytes * (sampleRate ?? 0)) / (samplesPerFrame * 125))
    : MP3_BITRATES[version][(third >> 4) - 1];
  // The value 2 of the field `emphasis` in an MP3 frame header is reserved (ISO/IEC 11172-3, 2.4.2.3).
  if (bitrateKbps === undefined || sampleRate === undefined || (fourth & 3) === 2) return undefined;
  const padding = (third >> 1) & 1;
  const channels = fourth >> 6 === 3 ? 1 : 2;
  return {
    version,
    sampleRate,
    bitrateKbps,
    channels,
    samplesPerFrame,
    frameBytes: (isFree ? freeBytes : Math.floor((samplesPerFrame * bitrateKbps * 125) / sampleRate)) + padding,
    ...(isFree && { freeBytes }),
    headerBytes: second & 1 ? 4 : 6,
    sideInfoBytes: version === 1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17,
  };
}

/** True if two MP3 frames can be in one stream: equal version and sample rate. Channels and bitrate may differ. */
export function isSameStream(a: Mp3Header, b: Mp3Header): boolean {
  return a.version === b.version && a.sampleRate === b.sampleRate && a.freeBytes === b.freeBytes;
}

export interface FoundFrame {
  readonly at: number;
  readonly header: Mp3Header;
}

/**
 * Finds the next MP3 frame at or after `at`, or returns the offset to resume from with more bytes.
 * @param stream header of an earlier frame, whose version and sample rate must match
 * @param inSync true if the previous frame ends at `at`; a frame elsewhere counts only if a second frame follows
 * @param isEnd true if the file ends with `bytes`
 */
export function findFrame(
  bytes: Uint8Array,
  at: number,
  stream: Mp3Header,
  inSync: boolean,
  isEnd: boolean,
): FoundFrame | { readonly resumeAt: number } {
  for (let position = at; position + 4 <= bytes.length; position++) {
    if (bytes[position] !== 0xff) continue;
    const header = parseMp3Header(bytes, position, stream.freeBytes);
    if (!header || !isSameStream(header, stream)) continue;
    const end = position + header.frameBytes;
    if (end > bytes.length) {
      if (!isEnd) return { resumeAt: position };
      continue;
    }
    if (inSync && position === at) return { at: position, header };
    if (end + 4 > bytes.length) {
      if (!isEnd) return { resumeAt: position };
      if (end === bytes.length) return { at: position, header };
      continue;
    }
    const next = parseMp3Header(bytes, end, stream.freeBytes);
    if (next && isSameStream(next, stream)) return { at: position, header };
  }
  return { resumeAt: Math.max(at, bytes.length - 3) };
}

export interface SideInfo {
  /** Bytes of the frame's main data in earlier frames, the bit reservoir (`main_data_begin`). */
  readonly mainDataBegin: number;
  /** Number of bits of scalefactors and Huffman data in all granules of the frame (`part2_3_length`). */
  readonly mainDataBits: number;
  /** Block types of the first and last granule of each channel (0 normal, 1 start, 2 short, 3 stop). */
  readonly firstBlockTypes: readonly number[];
  readonly lastBlockTypes: readonly number[];
  /** False for forbidden side information: over 576 coefficients, a reserved block type or table. */
  readonly valid: boolean;
}

/** Maximum of `big_values`: pairs of coefficients in a granule of 576 coefficients. */
const MAX_BIG_VALUES = 288;
const RESERVED_TABLES = [4, 14];

export function readSideInfo(frame: Uint8Array, { version, channels, headerBytes }: Mp3Header): SideInfo {
  let bit = headerBytes * 8;
  const read = (count: number) => {
    let value = 0;
    for (let index = 0; index < count; index++, bit++)
      value = (value << 1) | (((frame[bit >> 3] as number) >> (7 - (bit & 7))) & 1);
    return value;
  };
  const mainDataBegin = read(version === 1 ? 9 : 8);
  // Skips the private bits of MP3 side information, and in MPEG-1 also `scfsi`.
  read(version === 1 ? (channels === 1 ? 5 + 4 : 3 + 8) : channels === 1 ? 1 : 2);
  const granuleBits = version === 1 ? 59 : 63;
  const blockTypes: number[] = [];
  let mainDataBits = 0;
  let valid = true;
  for (let granule = 0; granule < (version === 1 ? 2 : 1) * channels; granule++) {
    const start = bit;
    mainDataBits += read(12);
    valid &&= read(9) <= MAX_BIG_VALUES;
    bit = start + 12 + 9;
    // Skips the MP3 fields `global_gain` and `scalefac_compress`.
    read(8 + (version === 1 ? 4 : 9));
    const windowSwitching = read(1) === 1;
    const blockType = windowSwitching ? read(2) : 0;
    if (windowSwitching) read(1);
    const tables = Array.from({ length: windowSwitching ? 2 : 3 }, () => read(5));
    valid &&= !(windowSwitching && blockType === 0) && !tables.some((table) => RESERVED_TABLES.includes(table));
    blockTypes.push(blockType);
    bit = start + granuleBits;
  }
  return {
    mainDataBegin,
    mainDataBits,
    firstBlockTypes: blockTypes.slice(0, channels),
    lastBlockTypes: blockTypes.slice(-channels),
    valid,
  };
}
