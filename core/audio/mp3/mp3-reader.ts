import type { CancelSignal } from '../../base/cancel-signal.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { MAX_TAG_BYTES, MAX_TAGS } from '../../base/limits.ts';
import { ID3_HEADER_BYTES, ID3V1_BYTES, id3Length, readId3, readId3v1, readItunesGapless } from '../tags/id3.ts';
import { type MediaTags, mergeTags } from '../tags/tags.ts';
import { createFrameChecker } from './frame-check.ts';
import { isDamagedInfoFrame, readInfoFrame } from './info-frame.ts';
import { findFrame, isSameStream, type Mp3Header, parseMp3Header } from './mp3-frames.ts';
import { DECODER_DELAY } from './mp3-settings.ts';

/** The start of an MP3 file. */
export interface Mp3Start {
  /** Of the first frame of sound. */
  readonly header: Mp3Header;
  readonly soundStart: number;
  /** Where the sound ends at the latest: before an ID3v1 tag. */
  readonly soundEnd: number;
  /** Frames of sound by the information frame. */
  readonly statedFrames: number | undefined;
  /** Samples to drop at the start, and what is known of the end. */
  readonly gapless: Gapless | undefined;
  readonly tags: MediaTags;
  /** Part of a frame comes before the first frame, or the information frame is damaged. */
  readonly startsDamaged: boolean;
}

interface Gapless {
  /** The encoder's and the decoder's delay. */
  readonly skip: number;
  /** Samples of sound that so many frames hold. */
  length(samplesInFrames: number): number;
}

/** A stretch of frames that can be decoded by itself. */
export interface Mp3Piece {
  readonly start: number;
  readonly end: number;
  /** Frames before the piece's own, for the decoder to settle: they are decoded and dropped. */
  readonly leadFrames: number;
  readonly frames: number;
}

export interface Mp3Map extends Mp3Start {
  readonly frames: number;
  readonly channels: 1 | 2;
  /** Samples of sound without the encoder's delay and padding. */
  readonly samples: number;
  readonly skip: number;
  readonly pieces: readonly Mp3Piece[];
  /** The file ends within a frame, or before its information frame says. */
  readonly truncated: boolean;
  /** Frames are invalid or missing, as far as the file shows it. */
  readonly damaged: boolean;
}

const WINDOW_BYTES = 1 << 18;

/**
 * Reads what stands before the sound, over junk of any length.
 *
 * @throws FudebakoError `mp3FrameMissing`; CancelledError
 */
export async function readMp3Start(file: SourceFile, signal?: CancelSignal): Promise<Mp3Start> {
  const { tags, itunes, end: tagEnd } = await readLeadingTags(file);
  const lastBytes = await file.read(Math.max(0, file.size - ID3V1_BYTES), file.size);
  const lastTags = readId3v1(lastBytes);
  const hasId3v1 = Object.keys(lastTags).length > 0 || isId3v1(lastBytes);
  const soundEnd = file.size - (hasId3v1 ? ID3V1_BYTES : 0);
  const first = await findFirstFrame(file, tagEnd, soundEnd, signal);
  const frame = await file.read(first.at, first.at + first.header.frameBytes);
  const info = readInfoFrame(frame, first.header);
  const next = info ? first.at + first.header.frameBytes : first.at;
  const header = info ? (parseMp3Header(await file.read(next, next + 4)) ?? first.header) : first.header;
  return {
    header,
    soundStart: next,
    soundEnd,
    statedFrames: info?.frames,
    gapless: lameGapless(info?.gapless) ?? itunesGapless(itunes, header),
    tags: mergeTags(tags, lastTags),
    startsDamaged:
      isDamagedInfoFrame(frame, first.header) || (await isPartOfFrame(file, tagEnd, first.at, first.header)),
  };
}

const isId3v1 = (bytes: Uint8Array) =>
  bytes.length === ID3V1_BYTES && String.fromCharCode(...bytes.slice(0, 3)) === 'TAG';

interface LeadingTags {
  tags: MediaTags;
  itunes: ReturnType<typeof readItunesGapless>;
  /** Where they end. */
  end: number;
}

async function readLeadingTags(file: SourceFile): Promise<LeadingTags> {
  const found: LeadingTags = { tags: {}, itunes: undefined, end: 0 };
  let bytesLeft = MAX_TAG_BYTES;
  for (let count = 0; count < MAX_TAGS; count++) {
    const length = id3Length(await file.read(found.end, found.end + ID3_HEADER_BYTES));
    if (length === 0) break;
    if (length <= bytesLeft) {
      const bytes = await file.read(found.end, found.end + length);
      bytesLeft -= length;
      found.tags = mergeTags(found.tags, readId3(bytes));
      found.itunes ??= readItunesGapless(bytes);
    }
    found.end += length;
  }
  // What is behind so many is passed over as junk is.
  return found;
}

/** LAME's delay is the encoder's alone; the padding counts from the last sample that it was given. */
function lameGapless(stated: { delay: number; padding: number } | undefined): Gapless | undefined {
  if (!stated) return undefined;
  return {
    skip: stated.delay + DECODER_DELAY,
    length: (samples) => Math.max(0, samples - stated.delay - stated.padding),
  };
}

/** A comment that another encoding of the same song left behind does not fit the frames: `length` then takes all. */
function itunesGapless(
  stated: { delay: number; padding: number; samples: number } | undefined,
  header: Mp3Header,
): Gapless | undefined {
  if (!stated) return undefined;
  const { delay, padding, samples } = stated;
  return {
    skip: delay + DECODER_DELAY,
    length: (inFrames) =>
      Math.abs(inFrames - delay - padding - samples) <= 2 * header.samplesPerFrame ? samples : Number.NaN,
  };
}

/** The first header with another one after it; a file of a single frame counts as well. */
async function findFirstFrame(
  file: SourceFile,
  from: number,
  soundEnd: number,
  signal: CancelSignal | undefined,
): Promise<{ at: number; header: Mp3Header }> {
  for (let start = from; start < soundEnd; ) {
    if (signal?.aborted) throw new CancelledError();
    const end = Math.min(soundEnd, start + WINDOW_BYTES);
    const bytes = await file.read(start, end);
    for (let at = 0; at + 4 <= bytes.length; at++) {
      const header = parseMp3Header(bytes, at);
      if (header && leadsOn(bytes, at, header, end === soundEnd)) return { at: start + at, header };
    }
    if (end === soundEnd) break;
    // A frame that the window's end cuts is looked at again.
    start = end - CONFIRMING_FRAMES * MAX_FRAME_BYTES;
  }
  throw new FudebakoError('mp3FrameMissing');
}

const CONFIRMING_FRAMES = 3;
/** 160 kbps at 8 kHz in MPEG-2.5, and 320 kbps at 32 kHz. */
const MAX_FRAME_BYTES = 1441;

/** Looks at the headers where the frames are due and nowhere else: searching on from each would take ever longer. */
function leadsOn(bytes: Uint8Array, start: number, stream: Mp3Header, isEnd: boolean): boolean {
  let at = start;
  for (let count = 0; count < CONFIRMING_FRAMES; count++) {
    const header = parseMp3Header(bytes, at);
    const fits = header && isSameStream(header, stream) && at + header.frameBytes <= bytes.length;
    if (!fits) return isEnd && count > 0 && at === bytes.length;
    at += header.frameBytes;
  }
  return true;
}

/** Frames that a worker decodes at a time, and those before them. */
const PIECE_FRAMES = 1024;
/**
 * The reservoir reaches back over 24 frames in the worst case (8 kbps at 24 kHz, one channel). A
 * multiple of 8 leaves mpg123's rotating synthesis window in the same place: then pieces join to the bit.
 */
const LEAD_FRAMES = 32;

/**
 * Walks over every frame. Reads the file once, a window at a time.
 *
 * @throws FudebakoError `mp3FrameMissing`; CancelledError
 */
export async function mapMp3(file: SourceFile, signal?: CancelSignal): Promise<Mp3Map> {
  const start = await readMp3Start(file, signal);
  const walker = createWalker();
  const checker = createFrameChecker();
  let damaged = start.startsDamaged;
  let windowStart = start.soundStart;
  let inSync = true;
  let lastEnd = start.soundStart;
  while (windowStart < start.soundEnd) {
    if (signal?.aborted) throw new CancelledError();
    const windowEnd = Math.min(start.soundEnd, windowStart + WINDOW_BYTES);
    const bytes = await file.read(windowStart, windowEnd);
    const isEnd = windowEnd === start.soundEnd;
    let at = 0;
    for (;;) {
      const found = findFrame(bytes, at, start.header, inSync, isEnd);
      if (!('header' in found)) {
        inSync &&= found.resumeAt === at;
        at = found.resumeAt;
        break;
      }
      walker.add(windowStart + found.at, found.header);
      damaged ||= windowStart + found.at !== lastEnd && !(await startsTag(file, lastEnd));
      at = found.at + found.header.frameBytes;
      damaged ||= !checker.check(bytes.subarray(found.at, at), found.header);
      lastEnd = windowStart + at;
      inSync = true;
    }
    // A file that was cut while it is read gives nothing to go on from.
    if (isEnd || at === 0) break;
    windowStart += at;
  }
  const { frames, channels, pieces } = walker.finish(lastEnd);
  const inFrames = frames * start.header.samplesPerFrame;
  const length = start.gapless?.length(inFrames) ?? Number.NaN;
  const isShort = start.statedFrames !== undefined && frames < start.statedFrames;
  // The padding was at the end that is missing.
  const skip = Number.isNaN(length) ? 0 : (start.gapless?.skip ?? 0);
  const samples = Number.isNaN(length) || isShort ? Math.max(0, inFrames - skip) : Math.min(length, inFrames - skip);
  const rest = start.soundEnd - lastEnd;
  const isCut = await cutWithinFrame(file, lastEnd, start);
  if (!isCut && rest > MAX_RUBBISH_BYTES)
    damaged ||= !(await startsTag(file, lastEnd)) || (await hasFrames(file, lastEnd, start.soundEnd, signal));
  return { ...start, frames, channels, pieces, skip, samples, truncated: isShort || isCut, damaged };
}

/** True if frames follow, which are of another sampling rate: the file was joined from several. */
async function hasFrames(file: SourceFile, from: number, to: number, signal: CancelSignal | undefined) {
  try {
    await findFirstFrame(file, from, to, signal);
    return true;
  } catch (error) {
    if (error instanceof FudebakoError) return false;
    throw error;
  }
}

/** The few bytes that editors leave. */
const MAX_RUBBISH_BYTES = 64;

async function cutWithinFrame(file: SourceFile, lastEnd: number, { soundEnd, header }: Mp3Start): Promise<boolean> {
  const rest = soundEnd - lastEnd;
  const next = parseMp3Header(await file.read(lastEnd, Math.min(soundEnd, lastEnd + 4)));
  if (next && isSameStream(next, header)) return rest < next.frameBytes;
  return rest > MAX_RUBBISH_BYTES && rest < header.frameBytes && !(await startsTag(file, lastEnd));
}

/** How the tags and headers start that stand before and behind the sound, or between two files that were joined. */
const TAG_STARTS = ['RIFF', 'ID3', '3DI', 'TAG', 'APETAGEX', 'LYRICSBEGIN'];

async function startsTag(file: SourceFile, at: number): Promise<boolean> {
  const text = String.fromCharCode(...(await file.read(at, Math.min(file.size, at + 11))));
  return TAG_STARTS.some((start) => text.startsWith(start));
}

/** True for bytes that start like a frame or are as few as a frame has; other bytes before the audio are no damage. */
async function isPartOfFrame(file: SourceFile, from: number, to: number, stream: Mp3Header): Promise<boolean> {
  if (from === to || (await startsTag(file, from))) return false;
  const bytes = await file.read(from, Math.min(to, from + MAX_FRAME_BYTES));
  const header = parseMp3Header(bytes);
  // Some programs leave zeros behind a tag.
  if (!header) return to - from <= MAX_FRAME_BYTES && bytes.some((byte) => byte !== 0);
  return isSameStream(header, stream);
}

function createWalker() {
  const pieces: Mp3Piece[] = [];
  /** Where the last frames start, by their number modulo the length. */
  const recent = new Float64Array(LEAD_FRAMES + 1);
  let frames = 0;
  let channels: 1 | 2 = 1;
  let open: Omit<Mp3Piece, 'end' | 'frames'> | undefined;
  const close = (end: number) => {
    if (open) pieces.push({ ...open, end, frames: frames - pieces.length * PIECE_FRAMES });
  };
  return {
    add(position: number, header: Mp3Header) {
      recent[frames % recent.length] = position;
      if (frames % PIECE_FRAMES === 0) {
        close(position);
        const leadFrames = Math.min(LEAD_FRAMES, frames);
        open = { start: recent[(frames - leadFrames) % recent.length] as number, leadFrames };
      }
      if (header.channels === 2) channels = 2;
      frames++;
    },
    finish(end: number) {
      close(end);
      return { frames, channels, pieces };
    },
  };
}
