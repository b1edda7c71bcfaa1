import type { CancelSignal } from '../../base/cancel-signal.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { findFreeHeader, isFreeFormat, MAX_FREE_FRAME_BYTES } from './free-format.ts';
import { isSameStream, type Mp3Header, parseMp3Header } from './mp3-frames.ts';

export const WINDOW_BYTES = 1 << 18;

/** Finds the first of three consecutive frames, or of fewer frames up to the end of the file. */
export async function findFirstFrame(
  file: SourceFile,
  from: number,
  audioEnd: number,
  signal: CancelSignal | undefined,
): Promise<{ at: number; header: Mp3Header }> {
  let freeProbes = 0;
  for (let start = from; start < audioEnd; ) {
    if (signal?.aborted) throw new CancelledError();
    const end = Math.min(audioEnd, start + WINDOW_BYTES);
    const bytes = await file.read(start, end);
    for (let at = 0; at + 4 <= bytes.length; at++) {
      const isFree = bytes[at] === 0xff && freeProbes < MAX_FREE_PROBES && isFreeFormat(bytes, at);
      if (isFree) freeProbes++;
      const header = isFree ? findFreeHeader(bytes, at) : parseMp3Header(bytes, at);
      if (header && hasFollowingFrames(bytes, at, header, end === audioEnd)) return { at: start + at, header };
    }
    if (end === audioEnd) break;
    // Reads the last frames of a window again, because the window's end may have truncated them.
    start = end - CONFIRMING_FRAMES * MAX_FREE_FRAME_BYTES;
  }
  throw new FudebakoError('mp3FrameMissing');
}

const CONFIRMING_FRAMES = 3;
/** Maximum headers without a bitrate that are tried, because each try searches the length of a frame. */
const MAX_FREE_PROBES = 1000;
/** True if `CONFIRMING_FRAMES` frames, or fewer at the file's end, follow at `start` without gaps. */
function hasFollowingFrames(bytes: Uint8Array, start: number, stream: Mp3Header, isEnd: boolean): boolean {
  let at = start;
  for (let count = 0; count < CONFIRMING_FRAMES; count++) {
    const header = parseMp3Header(bytes, at, stream.freeBytes);
    const fits = header && isSameStream(header, stream) && at + header.frameBytes <= bytes.length;
    if (!fits) return isEnd && count > 0 && at === bytes.length;
    at += header.frameBytes;
  }
  return true;
}
