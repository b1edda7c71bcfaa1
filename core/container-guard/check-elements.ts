import { viewOf } from '../base/bytes.ts';
import { MAX_BOX_DEPTH, MAX_INDEX_DUPLICATES, MAX_LACED_FRAMES, MAX_TRACKS } from '../base/limits.ts';

/** An element of EBML, the format of Matroska and WebM (RFC 8794). */
export interface Element {
  readonly id: number;
  readonly start: number;
  readonly size: number | undefined;
}

/** Reads the header of an EBML element at offset `at`; returns `undefined` for an invalid header. */
export function readElement(bytes: Uint8Array, at: number): Element | undefined {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23;
  const sizeAt = at + idLength;
  const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23;
  if (idLength > 8 || sizeLength > 8 || sizeAt + sizeLength > bytes.length) return undefined;
  let id = 0;
  for (let index = at; index < sizeAt; index++) id = id * 256 + (bytes[index] as number);
  let size = (bytes[sizeAt] as number) & (255 >> sizeLength);
  let isUnknown = size === 255 >> sizeLength;
  for (let index = sizeAt + 1; index < sizeAt + sizeLength; index++) {
    size = size * 256 + (bytes[index] as number);
    isUnknown &&= bytes[index] === 255;
  }
  return { id, start: sizeAt + sizeLength, size: isUnknown ? undefined : size };
}

/** Elements that mediabunny reads whole: SeekHead, Info, Tracks, Cues, Tags, Attachments, Cluster. */
export const WHOLE_ELEMENTS: readonly number[] = [
  0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1254c367, 0x1941a469, 0x1f43b675,
];

const TRACK_ENTRY = 0xae;
const CUE_POINT = 0xbb;
const CUE_TIME = 0xb3;
const CUE_TRACK_POSITIONS = 0xb7;
const CUE_TRACK = 0xf7;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;
const MASTERS = [
  TRACK_ENTRY,
  CUE_POINT,
  CUE_TRACK_POSITIONS,
  BLOCK_GROUP,
  0x7373,
  0x67c8,
  0x63c0,
  0xe0,
  0xe1,
  0x4dbb,
  0x6d80,
  0x6240,
  0x5034,
  0x55b0,
  0x7670,
  0x75a1,
  0xa6,
  0x61a7,
];

interface Walk {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  tracks: number;
  cues: number;
  cueTime: number;
  readonly cueTimes: Set<string>;
  lacedFrames: number;
}

/**
 * Checks the content of one of `WHOLE_ELEMENTS`. Returns false for cues with equal times, or blocks with hundreds of
 * laced frames without data, for which mediabunny takes quadratic time.
 */
export function validateElements(bytes: Uint8Array): boolean {
  const walk: Walk = {
    bytes,
    view: viewOf(bytes),
    tracks: 0,
    cues: 0,
    cueTime: 0,
    cueTimes: new Set(),
    lacedFrames: 0,
  };
  return areChildrenValid(walk, 0, bytes.length, 0);
}

function areChildrenValid(walk: Walk, from: number, to: number, depth: number): boolean {
  if (depth > MAX_BOX_DEPTH) return false;
  for (let at = from; at + 2 <= to; ) {
    const element = readElement(walk.bytes, at);
    // mediabunny stops at an element without a valid size, so the rest needs no check.
    if (element?.size === undefined) return true;
    const end = Math.min(to, element.start + element.size);
    if (!isElementValid(walk, element.id, element.start, end, depth)) return false;
    at = element.start + element.size;
  }
  return true;
}

function isElementValid(walk: Walk, id: number, start: number, end: number, depth: number): boolean {
  if (id === TRACK_ENTRY && ++walk.tracks > MAX_TRACKS) return false;
  if (id === CUE_TIME) walk.cueTime = numberOf(walk.bytes, start, end);
  else if (id === CUE_TRACK) {
    walk.cues++;
    walk.cueTimes.add(`${numberOf(walk.bytes, start, end)} ${walk.cueTime}`);
    return walk.cues - walk.cueTimes.size <= MAX_INDEX_DUPLICATES;
  } else if (id === SIMPLE_BLOCK || id === BLOCK) {
    walk.lacedFrames += lacedFrames(walk.bytes, start, end);
    return walk.lacedFrames <= MAX_LACED_FRAMES;
  }
  return !MASTERS.includes(id) || areChildrenValid(walk, start, end, depth + 1);
}

function numberOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < Math.min(end, start + 8); at++) value = value * 256 + (bytes[at] as number);
  return value;
}

/** Returns the number of frames that a block's lacing states (RFC 9559, 10.3); 0 without lacing. */
function lacedFrames(bytes: Uint8Array, start: number, end: number): number {
  const flags = start + (Math.clz32(bytes[start] ?? 0) - 23) + 2;
  if (flags + 1 >= end || ((bytes[flags] as number) & 0x06) === 0) return 0;
  return (bytes[flags + 1] as number) + 1;
}
