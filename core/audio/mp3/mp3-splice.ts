import { type Mp3Header, parseMp3Header, readSideInfo, type SideInfo } from './mp3-frames.ts';

// Joins overlapping runs of MP3 frames that were encoded in parallel, without encoding any frame again. A frame's main
// data may start up to 511 bytes before the frame: this is the bit reservoir. Two runs join only where the second run's
// reservoir fits into unused bytes of the first run. The reservoir is then copied to these bytes.

export interface RunFrame {
  readonly at: number;
  readonly header: Mp3Header;
  readonly side: SideInfo;
}

export interface Mp3Run {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly firstFrame: number;
  readonly mp3Frames: readonly RunFrame[];
}

/** Parses a run of MP3 frames. Throws RangeError if the bytes are not a sequence of whole frames. */
export function parseRun(bytes: Uint8Array<ArrayBuffer>, firstFrame: number): Mp3Run {
  const mp3Frames: RunFrame[] = [];
  for (let at = 0; at < bytes.length; ) {
    const header = parseMp3Header(bytes, at);
    if (!header || at + header.frameBytes > bytes.length) throw new RangeError(`No frame at byte ${at}`);
    mp3Frames.push({ at, header, side: readSideInfo(bytes.subarray(at, at + header.frameBytes), header) });
    at += header.frameBytes;
  }
  return { bytes, firstFrame, mp3Frames };
}

/** The frames of a run before `endFrame`, ending with the reservoir bytes that the next run needs. */
export interface Splice {
  readonly run: Mp3Run;
  readonly endFrame: number;
}

/**
 * Finds the first frame in `[from, to)` at which `next` can replace `current`. If no frame has enough unused bytes
 * before it, raises the bitrate of the last frame of `current`. Returns `undefined` if even then no frame fits.
 */
export function spliceRuns(current: Mp3Run, next: Mp3Run, from: number, to: number): Splice | undefined {
  let grown: Splice | undefined;
  for (let frame = from; frame < to; frame++) {
    const before = current.mp3Frames[frame - 1 - current.firstFrame];
    const other = next.mp3Frames[frame - 1 - next.firstFrame];
    const after = next.mp3Frames[frame - next.firstFrame];
    if (!before || !other || !after) continue;
    // The last granules before the splice must have the same block type in both runs, because their windows overlap.
    if (before.side.lastBlockTypes.join() !== other.side.lastBlockTypes.join()) continue;
    const missing = after.side.mainDataBegin - unusedBytesAfter(before);
    if (missing <= 0) return joinedAt(frame, copyUpTo(current, frame), next);
    if (grown) continue;
    const run = growLastFrame(copyUpTo(current, frame), missing);
    if (run) grown = joinedAt(frame, run, next);
  }
  return grown;
}

function joinedAt(frame: number, run: Mp3Run, next: Mp3Run): Splice {
  const index = frame - next.firstFrame;
  moveReservoir(next, index, run, run.mp3Frames.length, (next.mp3Frames[index] as RunFrame).side.mainDataBegin);
  return { run, endFrame: frame };
}

function copyUpTo({ bytes, firstFrame, mp3Frames }: Mp3Run, endFrame: number): Mp3Run {
  const framesBefore = mp3Frames.slice(0, endFrame - firstFrame);
  const last = framesBefore.at(-1) as RunFrame;
  return { bytes: bytes.slice(0, last.at + last.header.frameBytes), firstFrame, mp3Frames: framesBefore };
}

function growLastFrame({ bytes, firstFrame, mp3Frames }: Mp3Run, extraBytes: number): Mp3Run | undefined {
  const last = mp3Frames.at(-1) as RunFrame;
  const head = bytes.slice(last.at, last.at + 4);
  const third = head[2] as number;
  for (let index = (third >> 4) + 1; index < 15; index++) {
    head[2] = (index << 4) | (third & 15);
    const header = parseMp3Header(head);
    if (!header || header.frameBytes < last.header.frameBytes + extraBytes) continue;
    const longer = new Uint8Array(last.at + header.frameBytes);
    longer.set(bytes);
    longer.set(head, last.at);
    return { bytes: longer, firstFrame, mp3Frames: [...mp3Frames.slice(0, -1), { ...last, header }] };
  }
  return undefined;
}

const mainDataCapacity = ({ header }: RunFrame) => header.frameBytes - header.headerBytes - header.sideInfoBytes;
const mainDataStart = ({ at, header }: RunFrame) => at + header.headerBytes + header.sideInfoBytes;

function unusedBytesAfter(frame: RunFrame): number {
  return frame.side.mainDataBegin + mainDataCapacity(frame) - Math.ceil(frame.side.mainDataBits / 8);
}

/** Copies the `count` bytes of main data that precede a frame of `from` into the bytes that precede a frame of `to`. */
function moveReservoir(from: Mp3Run, fromIndex: number, to: Mp3Run, toIndex: number, count: number): void {
  const source = placesBefore(from, fromIndex, count);
  const target = placesBefore(to, toIndex, count);
  source.forEach((place, index) => {
    to.bytes[target[index] as number] = from.bytes[place] as number;
  });
}

/** Returns the offsets of the last `count` bytes of main data before a frame, nearest byte first. */
function placesBefore({ mp3Frames }: Mp3Run, index: number, count: number): number[] {
  const places: number[] = [];
  for (let at = index - 1; at >= 0 && places.length < count; at--) {
    const frame = mp3Frames[at] as RunFrame;
    const start = mainDataStart(frame);
    for (let offset = mainDataCapacity(frame) - 1; offset >= 0 && places.length < count; offset--)
      places.push(start + offset);
  }
  if (places.length < count) throw new RangeError('A frame needs main data from before its run');
  return places;
}
