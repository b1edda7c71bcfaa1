import { ascii, viewOf } from '../base/bytes.ts';
import {
  MAX_BOX_DEPTH,
  MAX_BOXES,
  MAX_FRAGMENT_SAMPLES,
  MAX_INDEX_DUPLICATES,
  MAX_LISTED_SAMPLES,
  MAX_TRACKS,
} from '../base/limits.ts';

interface TrackTables {
  readonly seen: Set<string>;
  timedSamples: number;
  offsetSamples: number;
  hasOffsets: boolean;
  listedSizes: number | undefined;
  chunks: number;
  lastFirstChunk: number;
  maxSamplesPerChunk: number;
}

interface Walk {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  boxes: number;
  tracks: number;
  protections: number;
  fieldlessSamples: number;
  readonly indexedTracks: Set<number>;
  track: TrackTables;
}

const CONTAINERS = 'moov trak mdia minf dinf stbl edts mvex moof traf mfra sinf schi wave udta meta'.split(' ');
const TABLES = 'stts ctts stsz stz2 stss stsc stco co64 elst trun tfra saiz keys'.split(' ');
/** Sample tables that a track may contain only once; mediabunny would append a second table to the first. */
const SINGLE = 'stts ctts stsz stz2 stss stsc stco co64'.split(' ');

/**
 * Returns false if boxes in the content of `moov`, `moof` or `mfra` state more entries than they contain. The parser
 * mediabunny would read past such boxes, list samples without data, or loop over missing chunks.
 */
export function validateIsoBoxes(bytes: Uint8Array): boolean {
  const walk: Walk = {
    bytes,
    view: viewOf(bytes),
    boxes: 0,
    tracks: 0,
    protections: 0,
    fieldlessSamples: 0,
    indexedTracks: new Set(),
    track: emptyTables(),
  };
  return areChildrenValid(walk, 0, bytes.length, 0) && tablesAgree(walk.track);
}

const emptyTables = (): TrackTables => ({
  seen: new Set(),
  timedSamples: 0,
  offsetSamples: 0,
  hasOffsets: false,
  listedSizes: undefined,
  chunks: 0,
  lastFirstChunk: 0,
  maxSamplesPerChunk: 0,
});

function areChildrenValid(walk: Walk, from: number, to: number, depth: number): boolean {
  if (depth > MAX_BOX_DEPTH) return false;
  for (let at = from; at + 8 <= to; ) {
    if (++walk.boxes > MAX_BOXES) return false;
    const short = walk.view.getUint32(at);
    const headerBytes = short === 1 ? 16 : 8;
    if (at + headerBytes > to) return true;
    const size = short === 1 ? Number(walk.view.getBigUint64(at + 8)) : short;
    // mediabunny stops at a box that is smaller than its header, so the rest needs no check.
    if (size < headerBytes) return true;
    const end = Math.min(to, at + size);
    if (!isBoxValid(walk, ascii(walk.bytes, at + 4, 4), at + headerBytes, end, depth)) return false;
    at += size;
  }
  return true;
}

function isBoxValid(walk: Walk, type: string, start: number, end: number, depth: number): boolean {
  if (type === 'trak' || type === 'traf') {
    if (++walk.tracks > MAX_TRACKS || !tablesAgree(walk.track)) return false;
    walk.track = emptyTables();
  }
  if (type === 'pssh' && ++walk.protections > MAX_TRACKS) return false;
  if (SINGLE.includes(type)) {
    if (walk.track.seen.has(type)) return false;
    walk.track.seen.add(type);
  }
  // Inner boxes of `meta` start immediately in QuickTime, and after version and flags in ISO/IEC 14496-12.
  if (type === 'meta') {
    const isBare = end - start >= 8 && ascii(walk.bytes, start + 4, 4) === 'hdlr';
    return areChildrenValid(walk, isBare ? start : Math.min(end, start + 4), end, depth + 1);
  }
  if (type === 'stsd') return !containsTableName(walk.bytes, start, end) && fits(walk, start + 4, end, 8, 8);
  if (CONTAINERS.includes(type)) return areChildrenValid(walk, start, end, depth + 1);
  if (!TABLES.includes(type)) return true;
  if (end - start < 8) return false;
  return isTableValid(walk, type, start, end);
}

function containsTableName(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = bytes.indexOf(0x73, start); at >= 0 && at + 4 <= end; at = bytes.indexOf(0x73, at + 1))
    if (SINGLE.includes(ascii(bytes, at, 4))) return true;
  return false;
}

/** True if the entries of a table, with their count at offset `countAt`, end before `end`. */
function fits(walk: Walk, countAt: number, end: number, headBytes: number, entryBytes: number): boolean {
  if (countAt + 4 > end) return false;
  const start = countAt - (headBytes - 4);
  return start + headBytes + walk.view.getUint32(countAt) * entryBytes <= end;
}

function isTableValid(walk: Walk, type: string, start: number, end: number): boolean {
  const { view, track } = walk;
  const u32 = (at: number) => view.getUint32(at);
  switch (type) {
    case 'stts':
      track.timedSamples = sumOfCounts(walk, start, end);
      return track.timedSamples >= 0;
    case 'ctts':
      track.hasOffsets = true;
      track.offsetSamples = sumOfCounts(walk, start, end);
      return track.offsetSamples >= 0;
    case 'stsz':
      if (end - start < 12) return false;
      if (u32(start + 4) !== 0) return true;
      track.listedSizes = u32(start + 8);
      return fits(walk, start + 8, end, 12, 4);
    case 'stz2': {
      if (end - start < 12) return false;
      const bits = walk.bytes[start + 7] as number;
      track.listedSizes = u32(start + 8);
      return [4, 8, 16].includes(bits) && fits(walk, start + 8, end, 12, bits / 8);
    }
    case 'stsc':
      return areChunksValid(walk, start, end);
    case 'stco':
    case 'co64':
      track.chunks = u32(start + 4);
      return fits(walk, start + 4, end, 8, type === 'co64' ? 8 : 4);
    case 'stss':
      return fits(walk, start + 4, end, 8, 4);
    case 'keys':
      return fits(walk, start + 4, end, 8, 8);
    case 'elst':
      return fits(walk, start + 4, end, 8, walk.bytes[start] === 1 ? 20 : 12);
    case 'trun':
      return isTrackRunValid(walk, start, end);
    case 'tfra':
      return isFragmentIndexValid(walk, start, end);
    default:
      return isSaizValid(walk, start, end);
  }
}

/** Sums the sample counts of a table's `(count, value)` entries; returns −1 if the entries exceed the box. */
function sumOfCounts(walk: Walk, start: number, end: number): number {
  if (!fits(walk, start + 4, end, 8, 8)) return -1;
  const entries = walk.view.getUint32(start + 4);
  let sum = 0;
  for (let entry = 0; entry < entries; entry++) sum += walk.view.getUint32(start + 8 + entry * 8);
  return sum;
}

function areChunksValid(walk: Walk, start: number, end: number): boolean {
  if (!fits(walk, start + 4, end, 8, 12)) return false;
  const entries = walk.view.getUint32(start + 4);
  for (let entry = 0; entry < entries; entry++) {
    const first = walk.view.getUint32(start + 8 + entry * 12);
    if (first <= walk.track.lastFirstChunk) return false;
    walk.track.lastFirstChunk = first;
    const samples = walk.view.getUint32(start + 12 + entry * 12);
    walk.track.maxSamplesPerChunk = Math.max(walk.track.maxSamplesPerChunk, samples);
  }
  return true;
}

/** Checks a box `trun` (track run). Limits samples without fields, because such samples take no bytes in the file. */
function isTrackRunValid(walk: Walk, start: number, end: number): boolean {
  const flags = walk.view.getUint32(start) & 0xffffff;
  const headBytes = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  const entryBytes = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  const samples = walk.view.getUint32(start + 4);
  if (entryBytes > 0) return start + headBytes + samples * entryBytes <= end;
  walk.fieldlessSamples += samples;
  return walk.fieldlessSamples <= MAX_FRAGMENT_SAMPLES;
}

function isSaizValid(walk: Walk, start: number, end: number): boolean {
  const at = start + 4 + (walk.view.getUint32(start) & 1 ? 8 : 0);
  return at + 5 > end || walk.view.getUint32(at + 1) <= MAX_FRAGMENT_SAMPLES;
}

function isFragmentIndexValid(walk: Walk, start: number, end: number): boolean {
  if (end - start < 16) return false;
  const { view, bytes } = walk;
  const track = view.getUint32(start + 4);
  if (walk.indexedTracks.has(track)) return false;
  walk.indexedTracks.add(track);
  const isLong = bytes[start] === 1;
  const lengths = view.getUint32(start + 8);
  const numbers = [4, 2, 0].reduce((sum, shift) => sum + ((lengths >> shift) & 3) + 1, 0);
  const entryBytes = (isLong ? 16 : 8) + numbers;
  if (!fits(walk, start + 12, end, 16, entryBytes)) return false;
  const entries = view.getUint32(start + 12);
  const times = new Set<number>();
  for (let entry = 0; entry < entries; entry++) {
    const at = start + 16 + entry * entryBytes;
    times.add(isLong ? Number(view.getBigUint64(at)) : view.getUint32(at));
  }
  return entries - times.size <= MAX_INDEX_DUPLICATES;
}

function tablesAgree(track: TrackTables): boolean {
  // Limits the number of samples if display and decoding order differ: mediabunny then expands all samples.
  if (track.hasOffsets && Math.max(track.timedSamples, track.offsetSamples) > MAX_LISTED_SAMPLES) return false;
  if (track.lastFirstChunk > track.chunks + 1) return false;
  // mediabunny scans a whole chunk per sample, so a chunk must not state more samples than the track lists.
  return track.listedSizes === undefined || track.maxSamplesPerChunk <= Math.max(track.listedSizes, 1);
}
