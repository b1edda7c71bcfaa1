import { type Mp3Header, parseMp3Header, readSideInfo, type SideInfo } from './mp3-frames.ts';

/**
 * Joining runs of MP3 that were encoded side by side.
 *
 * A frame's sound ("main data") may start in the frames before it, up to 511 bytes back: the bit
 * reservoir. Two runs that overlap can therefore be joined at a frame only if the bytes that the
 * second one needs from before that frame find room behind the sound of the first one. They are
 * moved there; nothing is encoded anew, and every frame that is kept decodes from exactly the bytes
 * that its encoder wrote.
 */

/** One frame of a run. */
export interface RunFrame {
  /** Where it starts in the run's bytes. */
  readonly at: number;
  readonly header: Mp3Header;
  readonly side: SideInfo;
}

/** Frames one after another, as an encoder puts them out. */
export interface Mp3Run {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The number in the whole sound that the run's first frame has. */
  readonly firstFrame: number;
  readonly frames: readonly RunFrame[];
}

/** @throws RangeError where the bytes are not frames from end to end */
export function parseRun(bytes: Uint8Array<ArrayBuffer>, firstFrame: number): Mp3Run {
  const frames: RunFrame[] = [];
  for (let at = 0; at < bytes.length; ) {
    const header = parseMp3Header(bytes, at);
    if (!header || at + header.frameBytes > bytes.length) throw new RangeError(`No frame at byte ${at}`);
    frames.push({ at, header, side: readSideInfo(bytes.subarray(at, at + header.frameBytes), header) });
    at += header.frameBytes;
  }
  return { bytes, firstFrame, frames };
}

/** `run` up to (not including) `endFrame`, with what the next run needs at its end. */
export interface Splice {
  readonly run: Mp3Run;
  readonly endFrame: number;
}

/**
 * Finds the first frame in `[from, to)` at which `next` can take over from `current`. Where no frame
 * leaves enough room, because both encoders saved alike but a few bytes apart, the last frame of
 * `current` gets a higher bitrate, and with it the room.
 *
 * @returns `undefined` where that is not to be had either: at the highest bitrate there is
 */
export function spliceRuns(current: Mp3Run, next: Mp3Run, from: number, to: number): Splice | undefined {
  let grown: Splice | undefined;
  for (let frame = from; frame < to; frame++) {
    const before = current.frames[frame - 1 - current.firstFrame];
    const other = next.frames[frame - 1 - next.firstFrame];
    const after = next.frames[frame - next.firstFrame];
    if (!before || !other || !after) continue;
    // Windows overlap from granule to granule: both runs must have chosen the same one.
    if (before.side.lastBlockTypes.join() !== other.side.lastBlockTypes.join()) continue;
    const missing = after.side.mainDataBegin - roomBehind(before);
    if (missing <= 0) return joinedAt(frame, copyUpTo(current, frame), next);
    if (grown) continue;
    const run = growLastFrame(copyUpTo(current, frame), missing);
    if (run) grown = joinedAt(frame, run, next);
  }
  return grown;
}

function joinedAt(frame: number, run: Mp3Run, next: Mp3Run): Splice {
  const index = frame - next.firstFrame;
  moveReservoir(next, index, run, run.frames.length, (next.frames[index] as RunFrame).side.mainDataBegin);
  return { run, endFrame: frame };
}

function copyUpTo({ bytes, firstFrame, frames }: Mp3Run, endFrame: number): Mp3Run {
  const kept = frames.slice(0, endFrame - firstFrame);
  const last = kept.at(-1) as RunFrame;
  return { bytes: bytes.slice(0, last.at + last.header.frameBytes), firstFrame, frames: kept };
}

/** Gives the last frame the lowest bitrate that makes it so many bytes longer. */
function growLastFrame({ bytes, firstFrame, frames }: Mp3Run, extraBytes: number): Mp3Run | undefined {
  const last = frames.at(-1) as RunFrame;
  const head = bytes.slice(last.at, last.at + 4);
  const third = head[2] as number;
  for (let index = (third >> 4) + 1; index < 15; index++) {
    head[2] = (index << 4) | (third & 15);
    const header = parseMp3Header(head);
    if (!header || header.frameBytes < last.header.frameBytes + extraBytes) continue;
    const longer = new Uint8Array(last.at + header.frameBytes);
    longer.set(bytes);
    longer.set(head, last.at);
    return { bytes: longer, firstFrame, frames: [...frames.slice(0, -1), { ...last, header }] };
  }
  return undefined;
}

const soundBytes = ({ header }: RunFrame) => header.frameBytes - header.headerBytes - header.sideInfoBytes;
const soundStart = ({ at, header }: RunFrame) => at + header.headerBytes + header.sideInfoBytes;

/** Bytes for sound up to the end of a frame that its own sound leaves free. */
function roomBehind(frame: RunFrame): number {
  return frame.side.mainDataBegin + soundBytes(frame) - Math.ceil(frame.side.mainDataBits / 8);
}

/** Copies the `count` bytes for sound before `from`'s frame `fromIndex` to before `to`'s frame `toIndex`. */
function moveReservoir(from: Mp3Run, fromIndex: number, to: Mp3Run, toIndex: number, count: number): void {
  const source = placesBefore(from, fromIndex, count);
  const target = placesBefore(to, toIndex, count);
  source.forEach((place, index) => {
    to.bytes[target[index] as number] = from.bytes[place] as number;
  });
}

/** Where the last `count` bytes for sound before a frame are, the nearest first. */
function placesBefore({ frames }: Mp3Run, index: number, count: number): number[] {
  const places: number[] = [];
  for (let at = index - 1; at >= 0 && places.length < count; at--) {
    const frame = frames[at] as RunFrame;
    const start = soundStart(frame);
    for (let offset = soundBytes(frame) - 1; offset >= 0 && places.length < count; offset--)
      places.push(start + offset);
  }
  if (places.length < count) throw new RangeError('A frame needs sound from before its run');
  return places;
}
