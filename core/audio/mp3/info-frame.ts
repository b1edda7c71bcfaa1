import { ascii, viewOf } from '../../base/bytes.ts';
import { crc16 } from './crc16.ts';
import { MP3_BITRATES, type Mp3Header, parseMp3Header, readSideInfo } from './mp3-frames.ts';

/**
 * A frame without audio at the start of an MP3, which states the audio's length. Its header is Xing with LAME's
 * extension (gabriel.mp3-tech.org/mp3infotag.html), or Fraunhofer's VBRI.
 */
export interface InfoFrame {
  /** Number of audio frames, without the info frame; `undefined` if the header doesn't state the number. */
  readonly mp3Frames: number | undefined;
  /** Samples that the encoder added before and after the audio; `undefined` if the header lacks the numbers. */
  readonly gapless: { readonly delay: number; readonly padding: number } | undefined;
}

const TOC_ENTRIES = 100;

export function readInfoFrame(frame: Uint8Array, header: Mp3Header): InfoFrame | undefined {
  const view = viewOf(frame);
  const xing = findXing(frame, header);
  if (xing !== undefined) return readXing(frame, xing);
  if (frame.length >= 36 + 18 && ascii(frame, 36, 4) === 'VBRI')
    return { mp3Frames: view.getUint32(36 + 14, false), gapless: undefined };
  return undefined;
}

function findXing(frame: Uint8Array, header: Mp3Header): number | undefined {
  // Tries two offsets: after a checksum, the Xing header should start two bytes later, but some encoders ignore this.
  return [header.headerBytes + header.sideInfoBytes, 4 + header.sideInfoBytes].find(
    (at) => at + 8 <= frame.length && ['Xing', 'Info'].includes(ascii(frame, at, 4)),
  );
}

/** True if a frame's tag resembles `Xing` or `Info`, or names an encoder. Players decode such a frame as silence. */
export function isDamagedInfoFrame(frame: Uint8Array, header: Mp3Header): boolean {
  if (readInfoFrame(frame, header) || readSideInfo(frame, header).mainDataBits > 0) return false;
  const start = header.headerBytes + header.sideInfoBytes;
  const mark = ascii(frame, start, 4);
  const isAlmost = ['Xing', 'Info'].some((each) => [...each].filter((letter, at) => mark[at] === letter).length > 1);
  return isAlmost || ENCODERS.includes(ascii(frame, start + EXTENSION_AT, 4));
}

const ENCODERS = ['LAME', 'Lavc', 'Lavf'];
const EXTENSION_AT = 120;

/** Returns the number of bytes from info frame to stream end that the Xing header states; `undefined` if omitted. */
export function readXingBytes(frame: Uint8Array, header: Mp3Header): number | undefined {
  const start = findXing(frame, header);
  if (start === undefined) return undefined;
  const view = viewOf(frame);
  const flags = view.getUint32(start + 4, false);
  const at = start + 8 + (flags & 1 ? 4 : 0);
  return flags & 2 && at + 4 <= frame.length ? view.getUint32(at, false) : undefined;
}

function readXing(frame: Uint8Array, start: number): InfoFrame {
  const view = viewOf(frame);
  const flags = view.getUint32(start + 4, false);
  const hasFrames = (flags & 1) !== 0;
  const mp3Frames = hasFrames && start + 12 <= frame.length ? view.getUint32(start + 8, false) : undefined;
  const extension =
    start + 8 + (hasFrames ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? TOC_ENTRIES : 0) + (flags & 8 ? 4 : 0);
  return { mp3Frames, gapless: readGapless(frame, extension) };
}

/** Reads the encoder's delay and padding from LAME's extension, which starts with the encoder's name. */
function readGapless(frame: Uint8Array, at: number): InfoFrame['gapless'] {
  if (at + 24 > frame.length || !/^[A-Za-z]{1,4}[\w.]/.test(ascii(frame, at, 9))) return undefined;
  const [a, b, c] = [frame[at + 21] as number, frame[at + 22] as number, frame[at + 23] as number];
  const [delay, padding] = [(a << 4) | (b >> 4), ((b & 15) << 8) | c];
  return delay === 0 && padding === 0 ? undefined : { delay, padding };
}

export interface InfoFrameData {
  readonly mp3Frames: number;
  readonly audioBytes: number;
  readonly audioCrc: number;
  readonly delay: number;
  readonly padding: number;
  /** Byte offsets of the frames at 0%, 1%, 2% and so on of the audio, for seeking. */
  readonly hundredths: readonly number[];
  readonly bitrateKbps: number | undefined;
  /** LAME's VBR quality from 0 (best) to 9; `undefined` for a constant bitrate. */
  readonly vbrQuality: number | undefined;
  /** Name of the MP3 encoder, at most nine characters. */
  readonly encoder: string;
}

const neededBytes = (header: Mp3Header) => 4 + header.sideInfoBytes + 120 + 36;

export function infoFrameBytes(firstFrame: Uint8Array): number {
  return infoHeader(firstFrame).frameBytes;
}

/** Returns the first audio frame's header, with a bitrate high enough for the info tag. */
function infoHeader(firstFrame: Uint8Array): { bytes: Uint8Array; header: Mp3Header; frameBytes: number } {
  const own = parseMp3Header(firstFrame);
  if (!own) throw new RangeError('Not an MP3 frame');
  for (const [index, bitrate] of MP3_BITRATES[own.version].entries()) {
    if (bitrate < own.bitrateKbps) continue;
    const bytes = firstFrame.slice(0, 4);
    // Removes the flags for checksum, padding and joint stereo from the MP3 frame header.
    bytes[1] = (bytes[1] as number) | 1;
    bytes[2] = ((index + 1) << 4) | ((bytes[2] as number) & 0x0c);
    bytes[3] = (bytes[3] as number) & 0xcf;
    const header = parseMp3Header(bytes);
    if (header && header.frameBytes >= neededBytes(header)) return { bytes, header, frameBytes: header.frameBytes };
  }
  throw new RangeError('No bitrate gives a long enough frame');
}

/** Returns the info frame of an MP3, with the header fields of the first audio frame. */
export function writeInfoFrame(firstFrame: Uint8Array, data: InfoFrameData): Uint8Array<ArrayBuffer> {
  const { bytes, header, frameBytes } = infoHeader(firstFrame);
  const frame = new Uint8Array(frameBytes);
  const view = viewOf(frame);
  const text = (at: number, characters: string) => {
    for (let index = 0; index < characters.length; index++) frame[at + index] = characters.charCodeAt(index);
  };
  const total = frameBytes + data.audioBytes;
  const xing = 4 + header.sideInfoBytes;
  frame.set(bytes);
  text(xing, data.bitrateKbps === undefined ? 'Xing' : 'Info');
  view.setUint32(xing + 4, 0x0f, false);
  view.setUint32(xing + 8, data.mp3Frames, false);
  view.setUint32(xing + 12, total, false);
  for (let entry = 0; entry < TOC_ENTRIES; entry++) {
    const position = entry === 0 ? 0 : frameBytes + (data.hundredths[entry] ?? data.audioBytes);
    frame[xing + 16 + entry] = Math.min(255, Math.floor((position * 256) / total));
  }
  view.setUint32(xing + 116, data.vbrQuality === undefined ? 0 : 100 - data.vbrQuality * 10, false);

  const lame = xing + 120;
  text(lame, data.encoder);
  // Byte of the info tag with revision 0 and the bitrate method: 1 is a constant bitrate, 4 is LAME's newer VBR method.
  frame[lame + 9] = data.bitrateKbps === undefined ? 4 : 1;
  frame[lame + 20] = Math.min(255, data.bitrateKbps ?? 0);
  frame[lame + 21] = data.delay >> 4;
  frame[lame + 22] = ((data.delay & 15) << 4) | (data.padding >> 8);
  frame[lame + 23] = data.padding & 0xff;
  view.setUint32(lame + 28, total, false);
  view.setUint16(lame + 32, data.audioCrc, false);
  view.setUint16(lame + 34, crc16(frame.subarray(0, lame + 34)), false);
  return frame;
}
