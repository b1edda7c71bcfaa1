import type { CancelSignal } from '../../base/cancel-signal.ts';
import type { TextEncoding } from '../../base/detect-encoding.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { MAX_TAG_BYTES, MAX_TAGS } from '../../base/limits.ts';
import { readApe } from '../tags/ape.ts';
import { ID3V1_BYTES, type ItunesGapless, readId3, readId3v1, readItunesGapless } from '../tags/id3.ts';
import { ID3_HEADER_BYTES, id3Length } from '../tags/id3-frames.ts';
import { mergeTags } from '../tags/merge-tags.ts';
import type { SourceTags } from '../tags/tags.ts';
import { findFirstFrame, WINDOW_BYTES } from './first-frame.ts';
import { createFrameChecker } from './frame-check.ts';
import { createStandardLayout } from './free-format.ts';
import { isDamagedInfoFrame, readInfoFrame, readXingBytes } from './info-frame.ts';
import { findFrame, isSameStream, type Mp3Header, parseMp3Header, readSideInfo } from './mp3-frames.ts';
import { DECODER_DELAY } from './mp3-settings.ts';

export interface Mp3Start {
  readonly header: Mp3Header;
  readonly audioStart: number;
  /** End of the bytes that may be audio: the start of an APE or ID3v1 tag, or the end of the file. */
  readonly audioEnd: number;
  readonly statedFrames: number | undefined;
  /** End of the audio that the info frame states; `undefined` if it states none. */
  readonly statedEnd: number | undefined;
  readonly gapless: Gapless | undefined;
  readonly tags: SourceTags;
  /** True if part of a frame precedes the first whole frame, or the info frame is damaged. */
  readonly startsDamaged: boolean;
}

interface Gapless {
  /** Samples to drop at the start: the delay of encoder and decoder. */
  readonly skip: number;
  /** Returns the audio's length in samples; NaN if the stated length doesn't match the frames. */
  length(samplesInFrames: number): number;
}

export interface Mp3Piece {
  readonly start: number;
  readonly end: number;
  /** Number of lead frames before a piece, which are decoded to initialize the decoder's state, and then dropped. */
  readonly leadFrames: number;
  readonly mp3Frames: number;
}

export interface Mp3Map extends Mp3Start {
  readonly mp3Frames: number;
  readonly channels: 1 | 2;
  /** Number of samples of the MP3's audio, without the encoder's delay and padding. */
  readonly samples: number;
  readonly skip: number;
  readonly pieces: readonly Mp3Piece[];
  /** True if the file ends within a frame, or has fewer frames than the info frame states. */
  readonly truncated: boolean;
  readonly damaged: boolean;
  /** False for free format with more main data than the highest bitrate of other MP3 files holds. */
  readonly decodable: boolean;
}

/** Reads tags, info frame and first audio frame header. `named`: see `readId3Frames`. Throws FudebakoError `mp3FrameMissing`, CancelledError. */
export async function readMp3Start(file: SourceFile, signal?: CancelSignal, named?: TextEncoding): Promise<Mp3Start> {
  const { tags, itunes, end: tagEnd } = await readLeadingTags(file, named);
  const lastBytes = await file.read(Math.max(0, file.size - ID3V1_BYTES), file.size);
  const lastTags = readId3v1(lastBytes, named);
  const hasId3v1 = Object.keys(lastTags).length > 0 || isId3v1(lastBytes);
  const ape = await readApe(file, file.size - (hasId3v1 ? ID3V1_BYTES : 0));
  const audioEnd = Math.max(ape.start, tagEnd);
  const first = await findFirstFrame(file, tagEnd, audioEnd, signal);
  const frame = await file.read(first.at, first.at + first.header.frameBytes);
  const info = readInfoFrame(frame, first.header);
  const statedBytes = info && readXingBytes(frame, first.header);
  const next = info ? first.at + first.header.frameBytes : first.at;
  const header = info
    ? (parseMp3Header(await file.read(next, next + 4), 0, first.header.freeBytes) ?? first.header)
    : first.header;
  return {
    header,
    audioStart: next,
    audioEnd,
    statedFrames: info?.mp3Frames,
    statedEnd: statedBytes === undefined ? undefined : first.at + statedBytes,
    gapless: lameGapless(info?.gapless) ?? itunesGapless(itunes, header),
    tags: mergeTags(mergeTags(tags, ape.tags), lastTags),
    startsDamaged: isDamagedInfoFrame(frame, first.header) || (await isPartOfFrame(file, tagEnd, first.at)),
  };
}

const isId3v1 = (bytes: Uint8Array) =>
  bytes.length === ID3V1_BYTES && String.fromCharCode(...bytes.slice(0, 3)) === 'TAG';

interface LeadingTags {
  tags: SourceTags;
  itunes: ItunesGapless | undefined;
  end: number;
}

async function readLeadingTags(file: SourceFile, named?: TextEncoding): Promise<LeadingTags> {
  const found: LeadingTags = { tags: {}, itunes: undefined, end: 0 };
  let bytesLeft = MAX_TAG_BYTES;
  for (let count = 0; count < MAX_TAGS; count++) {
    const length = id3Length(await file.read(found.end, found.end + ID3_HEADER_BYTES));
    if (length === 0) break;
    if (length <= bytesLeft) {
      const bytes = await file.read(found.end, found.end + length);
      bytesLeft -= length;
      const tags = readId3(bytes, named);
      found.tags = mergeTags(found.tags, tags);
      found.itunes ??= readItunesGapless(tags.frames);
    } else found.tags = mergeTags(found.tags, { dropped: ['ID3'] });
    found.end += length;
  }
  return found;
}

/** Returns the trimming that LAME's info frame states. LAME's `delay` excludes the delay that a decoder adds. */
function lameGapless(stated: { delay: number; padding: number } | undefined): Gapless | undefined {
  if (!stated) return undefined;
  return {
    skip: stated.delay + DECODER_DELAY,
    length: (samples) => Math.max(0, samples - stated.delay - stated.padding),
  };
}

/** Returns the trimming that iTunes' tag states. `length` returns NaN if the tag doesn't match the file's frames. */
function itunesGapless(stated: ItunesGapless | undefined, header: Mp3Header): Gapless | undefined {
  if (!stated) return undefined;
  const { delay, padding, samples } = stated;
  return {
    skip: delay + DECODER_DELAY,
    length: (inFrames) =>
      Math.abs(inFrames - delay - padding - samples) <= 2 * header.samplesPerFrame ? samples : Number.NaN,
  };
}

/** Maximum bytes of a frame, at 160 kbps and 8 kHz (MPEG-2.5) or 320 kbps and 32 kHz (MPEG-1). */
const MAX_FRAME_BYTES = 1441;

/** Frames that a worker decodes at a time, without lead frames. */
const PIECE_FRAMES = 1024;
// The bit reservoir spans up to 24 frames (8 kbps, 24 kHz, mono). A multiple of 8 keeps the phase of mpg123's synthesis
// window, so joined pieces equal a single pass.
const LEAD_FRAMES = 32;

/** Finds all frames of an MP3 file in one pass. Throws FudebakoError `mp3FrameMissing`, CancelledError. */
export async function mapMp3(file: SourceFile, signal?: CancelSignal, named?: TextEncoding): Promise<Mp3Map> {
  const start = await readMp3Start(file, signal, named);
  const frameIndex = createFrameIndex();
  const checker = createFrameChecker();
  const layout = start.header.freeBytes === undefined ? undefined : createStandardLayout(start.header);
  let decodable = true;
  let damaged = start.startsDamaged;
  let windowStart = start.audioStart;
  let inSync = true;
  let lastEnd = start.audioStart;
  while (windowStart < start.audioEnd) {
    if (signal?.aborted) throw new CancelledError();
    const windowEnd = Math.min(start.audioEnd, windowStart + WINDOW_BYTES);
    const bytes = await file.read(windowStart, windowEnd);
    const isEnd = windowEnd === start.audioEnd;
    let at = 0;
    for (;;) {
      const found = findFrame(bytes, at, start.header, inSync, isEnd);
      if (!('header' in found)) {
        inSync &&= found.resumeAt === at;
        at = found.resumeAt;
        break;
      }
      frameIndex.add(windowStart + found.at, found.header);
      damaged ||= windowStart + found.at !== lastEnd && !(await startsTag(file, lastEnd));
      at = found.at + found.header.frameBytes;
      const frame = bytes.subarray(found.at, at);
      damaged ||= !checker.check(frame, found.header);
      if (layout) {
        const { mainDataBits } = readSideInfo(frame, found.header);
        decodable = layout.place(Math.ceil(mainDataBits / 8)) !== undefined && decodable;
      }
      lastEnd = windowStart + at;
      inSync = true;
    }
    // If the search doesn't advance in a window (`at` is 0), the file became shorter during the read.
    if (isEnd || at === 0) break;
    windowStart += at;
  }
  const { mp3Frames, channels, pieces } = frameIndex.finish(lastEnd);
  const inFrames = mp3Frames * start.header.samplesPerFrame;
  const length = start.gapless?.length(inFrames) ?? Number.NaN;
  // Some encoders count the info frame too. Such a file lacks a frame, but none of the bytes that it states.
  const isWhole = start.statedEnd === undefined || start.statedEnd <= lastEnd;
  const isShort = start.statedFrames !== undefined && mp3Frames < start.statedFrames - (isWhole ? 1 : 0);
  // If the frames don't match the stated length, nothing is trimmed, because the file may lack the encoder's padding.
  const skip = Number.isNaN(length) ? 0 : (start.gapless?.skip ?? 0);
  const samples = Number.isNaN(length) || isShort ? Math.max(0, inFrames - skip) : Math.min(length, inFrames - skip);
  const rest = start.audioEnd - lastEnd;
  const isCut = await cutWithinFrame(file, lastEnd, start);
  if (!isCut && rest > MAX_UNKNOWN_BYTES)
    damaged ||= !(await startsTag(file, lastEnd)) || (await hasFrames(file, lastEnd, start.audioEnd, signal));
  return { ...start, mp3Frames, channels, pieces, skip, samples, truncated: isShort || isCut, damaged, decodable };
}

/** True if MP3 frames of any sample rate are between `from` and `to`, as in a concatenation of several files. */
async function hasFrames(file: SourceFile, from: number, to: number, signal: CancelSignal | undefined) {
  try {
    await findFirstFrame(file, from, to, signal);
    return true;
  } catch (error) {
    if (error instanceof FudebakoError) return false;
    throw error;
  }
}

/** Maximum number of unknown bytes after the audio of an MP3 that don't count as damage. */
const MAX_UNKNOWN_BYTES = 64;

async function cutWithinFrame(file: SourceFile, lastEnd: number, { audioEnd, header }: Mp3Start): Promise<boolean> {
  const rest = audioEnd - lastEnd;
  const next = parseMp3Header(await file.read(lastEnd, Math.min(audioEnd, lastEnd + 4)), 0, header.freeBytes);
  if (next && isSameStream(next, header)) return rest < next.frameBytes;
  return rest > MAX_UNKNOWN_BYTES && rest < header.frameBytes && !(await startsTag(file, lastEnd));
}

/** Signatures that other programs write before, after or between MP3 streams. */
const TAG_STARTS = ['RIFF', 'ID3', '3DI', 'TAG', 'APETAGEX', 'LYRICSBEGIN'];

async function startsTag(file: SourceFile, at: number): Promise<boolean> {
  const text = String.fromCharCode(...(await file.read(at, Math.min(file.size, at + 11))));
  return TAG_STARTS.some((start) => text.startsWith(start));
}

/** True for damage before the first frame: a truncated frame, or nonzero bytes that are too few for a frame. */
async function isPartOfFrame(file: SourceFile, from: number, to: number): Promise<boolean> {
  if (from === to || (await startsTag(file, from))) return false;
  const bytes = await file.read(from, Math.min(to, from + MAX_FRAME_BYTES));
  if (parseMp3Header(bytes)) return true;
  // Zeros are not a truncated MP3 frame, because some programs write zeros after a tag.
  return to - from <= MAX_FRAME_BYTES && bytes.some((byte) => byte !== 0);
}

function createFrameIndex() {
  const pieces: Mp3Piece[] = [];
  /** File offsets of the last frames, indexed by frame number modulo the array's length. */
  const recent = new Float64Array(LEAD_FRAMES + 1);
  let mp3Frames = 0;
  let channels: 1 | 2 = 1;
  let open: Omit<Mp3Piece, 'end' | 'mp3Frames'> | undefined;
  const close = (end: number) => {
    if (open) pieces.push({ ...open, end, mp3Frames: mp3Frames - pieces.length * PIECE_FRAMES });
  };
  return {
    add(position: number, header: Mp3Header) {
      recent[mp3Frames % recent.length] = position;
      if (mp3Frames % PIECE_FRAMES === 0) {
        close(position);
        const leadFrames = Math.min(LEAD_FRAMES, mp3Frames);
        open = { start: recent[(mp3Frames - leadFrames) % recent.length] as number, leadFrames };
      }
      if (header.channels === 2) channels = 2;
      mp3Frames++;
    },
    finish(end: number) {
      close(end);
      return { mp3Frames, channels, pieces };
    },
  };
}
