import { joinBytes } from '../../base/bytes.ts';
import { findFrame, MP3_BITRATES, type Mp3Header, parseMp3Header, readSideInfo } from './mp3-frames.ts';

// Free format (ISO/IEC 11172-3, 2.4.2.3): the header states no bitrate, and all frames have the same length. mpg123 in
// WebAssembly can't find that length frame by frame, so frames get the header and length of the highest bitrate.

/** Maximum bytes of a frame, as in mpg123. */
export const MAX_FREE_FRAME_BYTES = 3456;

/** True for the header of a frame in free format. */
export const isFreeFormat = (bytes: Uint8Array, at: number): boolean =>
  parseMp3Header(bytes, at, MAX_FREE_FRAME_BYTES)?.freeBytes !== undefined;

/** Returns the header of a frame in free format, if two frames of its length follow, or one that ends the bytes. */
export function findFreeHeader(bytes: Uint8Array, at: number): Mp3Header | undefined {
  const rough = parseMp3Header(bytes, at, MAX_FREE_FRAME_BYTES);
  if (rough?.freeBytes === undefined) return undefined;
  const first = at + rough.headerBytes + rough.sideInfoBytes;
  const last = Math.min(at + MAX_FREE_FRAME_BYTES, bytes.length - 4);
  for (let next = bytes.indexOf(0xff, first); next >= 0 && next <= last; next = bytes.indexOf(0xff, next + 1)) {
    if (!isSameHeader(bytes, at, next)) continue;
    const freeBytes = next - at - paddingAt(bytes, at);
    const end = next + freeBytes + paddingAt(bytes, next);
    if (end === bytes.length || isSameHeader(bytes, at, end)) return parseMp3Header(bytes, at, freeBytes);
  }
  return undefined;
}

const paddingAt = (bytes: Uint8Array, at: number) => ((bytes[at + 2] as number) >> 1) & 1;

/** True if two headers are equal except for padding and the mode of joint stereo. */
const isSameHeader = (bytes: Uint8Array, a: number, b: number): boolean =>
  bytes[a] === bytes[b] &&
  bytes[a + 1] === bytes[b + 1] &&
  ((bytes[a + 2] ?? 0) & 0xfc) === ((bytes[b + 2] ?? 0) & 0xfc) &&
  (bytes[a + 3] ?? 0) >> 6 === (bytes[b + 3] ?? 0) >> 6;

/** Assigns the main data of successive frames to frames of the highest bitrate. */
export interface StandardLayout {
  /** Returns the offset of the main data in the main data of all frames; `undefined` if the data doesn't fit. */
  place(dataBytes: number): number | undefined;
}

export function createStandardLayout(stream: Mp3Header): StandardLayout {
  const room = standardFrameBytes(stream) - 4 - stream.sideInfoBytes;
  let [frameStart, used] = [0, 0];
  return {
    place(dataBytes) {
      const start = Math.max(used, frameStart - maxMainDataBegin(stream));
      const fits = start + dataBytes <= frameStart + room;
      if (fits) used = start + dataBytes;
      frameStart += room;
      return fits ? start : undefined;
    },
  };
}

/** Returns the maximum of `main_data_begin`, which has nine bits in MPEG-1 and eight in MPEG-2. */
const maxMainDataBegin = ({ version }: Mp3Header) => (version === 1 ? 511 : 255);

const HIGHEST_BITRATE = 14;

const standardFrameBytes = ({ version, samplesPerFrame, sampleRate }: Mp3Header) =>
  Math.floor((samplesPerFrame * (MP3_BITRATES[version][HIGHEST_BITRATE - 1] as number) * 125) / sampleRate);

/** Rewrites whole frames in free format with the highest bitrate. A frame whose main data is missing becomes silent. */
export function toStandardFrames(
  bytes: Uint8Array,
  stream: Mp3Header,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly stream: Mp3Header } {
  const layout = createStandardLayout(stream);
  const frameBytes = standardFrameBytes(stream);
  const headBytes = 4 + stream.sideInfoBytes;
  const room = frameBytes - headBytes;
  const source = new Uint8Array(bytes.length);
  const output: Uint8Array<ArrayBuffer>[] = [];
  let [at, sourceBytes] = [0, 0];
  for (;;) {
    const found = findFrame(bytes, at, stream, true, true);
    if (!('header' in found)) break;
    at = found.at + found.header.frameBytes;
    const frame = bytes.subarray(found.at, at);
    const own = found.header.headerBytes + found.header.sideInfoBytes;
    const { mainDataBegin, mainDataBits } = readSideInfo(frame, found.header);
    const from = sourceBytes - mainDataBegin;
    source.set(frame.subarray(own), sourceBytes);
    sourceBytes += frame.length - own;
    const result = new Uint8Array(frameBytes);
    result.set(frame.subarray(0, 4));
    // Sets the flag for no checksum and the bitrate, and clears the flag for padding.
    result[1] = (frame[1] as number) | 1;
    result[2] = (HIGHEST_BITRATE << 4) | ((frame[2] as number) & 0x0c);
    output.push(result);
    const dataBytes = Math.ceil(mainDataBits / 8);
    const isThere = from >= 0 && from + dataBytes <= sourceBytes && found.header.channels === stream.channels;
    const start = layout.place(isThere ? dataBytes : 0);
    if (!isThere || start === undefined) continue;
    result.set(frame.subarray(found.header.headerBytes, own), 4);
    writeMainDataBegin(result, (output.length - 1) * room - start, stream);
    for (let copied = 0; copied < dataBytes; ) {
      const place = start + copied;
      const count = Math.min(dataBytes - copied, room - (place % room));
      output[Math.floor(place / room)]?.set(
        source.subarray(from + copied, from + copied + count),
        headBytes + (place % room),
      );
      copied += count;
    }
  }
  const joined = joinBytes(...output);
  return { bytes: joined, stream: parseMp3Header(joined) ?? stream };
}

function writeMainDataBegin(frame: Uint8Array, value: number, { version }: Mp3Header): void {
  if (version !== 1) frame[4] = value;
  else {
    frame[4] = value >> 1;
    frame[5] = ((value & 1) << 7) | ((frame[5] as number) & 0x7f);
  }
}
