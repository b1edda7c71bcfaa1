import { viewOf } from '../base/bytes.ts';
import { type SourceFile, windowedReader } from '../base/files.ts';
import { MAX_CLUSTER_BYTES, MAX_VIDEO_ELEMENTS } from '../base/limits.ts';
import { readElement } from './check-elements.ts';

/** IDs of elements (RFC 9559). */
const [SEGMENT, TRACKS, TRACK_ENTRY, CLUSTER, GROUP, BLOCK] = [0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0, 0xa1];
const [NUMBER, CODEC_DELAY, DISCARD_PADDING] = [0xd7, 0x56aa, 0x75a2];
const ENTERED: readonly number[] = [SEGMENT, TRACKS, TRACK_ENTRY];
const HEADER_BYTES = 16;

export interface MatroskaDelays {
  /** Seconds that a decoder drops at the start of the track; `undefined` if the file doesn't state them. */
  readonly start: number | undefined;
  /** Seconds that a decoder drops at the end of the track. */
  readonly end: number;
}

/** Reads what a decoder must drop of a track in Matroska or WebM, because mediabunny doesn't read it. */
export async function matroskaDelays(file: SourceFile, track: number): Promise<MatroskaDelays> {
  const read = windowedReader(file);
  let [number, start]: [number, number | undefined] = [0, undefined];
  let lastCluster: { readonly start: number; readonly end: number } | undefined;
  for (let at = 0, count = 0; at < file.size && count < MAX_VIDEO_ELEMENTS; count++) {
    const element = readElement(await read(at, Math.min(file.size, at + HEADER_BYTES)), 0);
    if (!element) break;
    const { id, size } = element;
    const from = at + element.start;
    if (id === NUMBER || id === CODEC_DELAY) {
      const value = numberOf(await read(from, Math.min(file.size, from + Math.min(size ?? 0, 8))));
      if (id === NUMBER) number = value;
      else if (number === track) start = value / 1e9;
    }
    if (size === undefined && !ENTERED.includes(id)) break;
    at = ENTERED.includes(id) ? from : from + (size ?? 0);
    if (id === CLUSTER) lastCluster = { start: from, end: Math.min(at, file.size) };
  }
  const end = lastCluster && lastCluster.end - lastCluster.start <= MAX_CLUSTER_BYTES;
  return { start, end: end ? lastPadding(await file.read(lastCluster?.start, lastCluster?.end), track) : 0 };
}

/** Returns the seconds to drop after the track's last block in a cluster. */
function lastPadding(cluster: Uint8Array, track: number): number {
  let padding = 0;
  for (let at = 0; at < cluster.length; ) {
    const element = readElement(cluster, at);
    if (element?.size === undefined) break;
    at = element.start + element.size;
    if (element.id !== GROUP) continue;
    let [isWanted, discarded] = [false, 0];
    for (let child = element.start; child < Math.min(at, cluster.length); ) {
      const inner = readElement(cluster, child);
      if (inner?.size === undefined) break;
      child = inner.start + inner.size;
      // A block begins with the number of its track, in one byte for the first 127 tracks.
      if (inner.id === BLOCK) isWanted = cluster[inner.start] === (0x80 | track);
      if (inner.id === DISCARD_PADDING)
        discarded = signedOf(cluster.subarray(inner.start, Math.min(child, inner.start + 8)));
    }
    if (isWanted) padding = discarded / 1e9;
  }
  return Math.max(0, padding);
}

function numberOf(value: Uint8Array): number {
  return value.reduce((number, byte) => number * 256 + byte, 0);
}

function signedOf(value: Uint8Array): number {
  if (value.length === 0) return 0;
  const wide = new Uint8Array(8).fill((value[0] as number) & 0x80 ? 255 : 0);
  wide.set(value, 8 - value.length);
  return Number(viewOf(wide).getBigInt64(0));
}
