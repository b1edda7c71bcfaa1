import { viewOf } from '../base/bytes.ts';
import type { SourceFile } from '../base/files.ts';
import { MAX_CLUSTER_BYTES, MAX_CLUSTER_HOLES, MAX_CLUSTERS } from '../base/limits.ts';
import { type Element, readElement, WHOLE_ELEMENTS } from './check-elements.ts';

/** A stretch of time in seconds that is lost; `to` is undefined if nothing follows. */
export interface LostTime {
  readonly from: number;
  readonly to: number | undefined;
}

/** Position of a cluster: its header, its content and its end. */
interface Cluster {
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

interface Patch {
  readonly at: number;
  readonly bytes: Uint8Array;
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const CLUSTER = 0x1f43b675;
const VOID = 0xec;
const CRC = 0xbf;
const TIMESTAMP_SCALE = 0x2ad7b1;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;

/** Children of a segment, and of a cluster: timestamp, position, sizes, blocks and fillers (RFC 9559, 5.1). */
const SEGMENT_CHILDREN = [...WHOLE_ELEMENTS, 0x1043a770, VOID, CRC];
const CLUSTER_CHILDREN = [TIMESTAMP, 0xa7, 0xab, 0x5854, 0xaf, SIMPLE_BLOCK, BLOCK_GROUP, VOID, CRC];

const DEFAULT_SCALE = 1e-3;
const HEADER_BYTES = 16;
const SEARCH_BYTES = 1 << 20;

/**
 * Hides the damaged parts of a WebM or Matroska file behind Void elements, because mediabunny ends a file at an element
 * with an invalid size. Damage inside a cluster hides everything up to the next key frame of the video. Checks each
 * cluster when it is read. Returns other files, and files without the sizes of their clusters, unchanged.
 */
export async function mendClusters(file: SourceFile, onLost: (lost: LostTime) => void): Promise<SourceFile> {
  const segment = await segmentOf(file);
  if (!segment) return file;
  const { clusters, patches, scale } = await listClusters(file, segment);
  const checked = new Set<number>();
  const videoTracks = new Set<number>();
  const check = async (index: number) => {
    checked.add(index);
    const cluster = clusters[index] as Cluster;
    if (cluster.end - cluster.start > MAX_CLUSTER_BYTES || patches.length > MAX_CLUSTER_HOLES) return;
    const bytes = await file.read(cluster.start, cluster.end);
    const next = clusters[index + 1];
    const holes = findHoles(bytes, scale, videoTracks, next === undefined);
    for (const { at, end, lost } of holes) {
      patches.push(voidPatch(cluster.start + at, end === undefined ? cluster.end : cluster.start + end));
      if (lost) onLost({ from: lost.from, to: lost.to ?? (next && (await timeOf(file, next, scale))) });
    }
  };
  return {
    name: file.name,
    size: file.size,
    async read(start = 0, end = file.size) {
      for (let index = firstEndingAfter(clusters, start); (clusters[index]?.at ?? end) < end; index++)
        if (!checked.has(index)) await check(index);
      const bytes = await file.read(start, end);
      for (const { at, bytes: patch } of patches)
        for (let index = Math.max(0, start - at); index < patch.length && at + index < end; index++)
          bytes[at + index - start] = patch[index] as number;
      return bytes;
    },
  };
}

async function segmentOf(file: SourceFile): Promise<{ readonly start: number; readonly end: number } | undefined> {
  const header = await elementAt(file, 0);
  if (header?.id !== EBML || header.size === undefined) return undefined;
  const segment = await elementAt(file, header.start + header.size);
  if (segment?.id !== SEGMENT) return undefined;
  return { start: segment.start, end: Math.min(file.size, segment.start + (segment.size ?? file.size)) };
}

/** Reads an element's header. `start` counts from the start of the file. */
async function elementAt(file: SourceFile, at: number): Promise<Element | undefined> {
  const element = readElement(await file.read(at, Math.min(file.size, at + HEADER_BYTES)), 0);
  return element && { ...element, start: at + element.start };
}

/** Finds all clusters. Where no element of a segment begins, searches the next cluster. */
async function listClusters(file: SourceFile, { start, end }: { readonly start: number; readonly end: number }) {
  const clusters: Cluster[] = [];
  const patches: Patch[] = [];
  let scale = DEFAULT_SCALE;
  for (let at = start; at < end && clusters.length < MAX_CLUSTERS; ) {
    const element = await elementAt(file, at);
    if (element?.id === CLUSTER && element.size === undefined) break;
    const elementEnd = element?.size === undefined ? Infinity : element.start + element.size;
    if (element && SEGMENT_CHILDREN.includes(element.id) && elementEnd <= end) {
      if (element.id === CLUSTER) clusters.push({ at, start: element.start, end: elementEnd });
      if (element.id === INFO) scale = scaleOf(await file.read(element.start, elementEnd));
      at = elementEnd;
      continue;
    }
    const next = (await findCluster(file, at + 1, end)) ?? end;
    patches.push(voidPatch(at, next));
    at = next;
  }
  return { clusters, patches, scale };
}

/** Returns the position of the next cluster that begins with its timestamp. */
async function findCluster(file: SourceFile, from: number, end: number): Promise<number | undefined> {
  for (let at = from; at < end; at += SEARCH_BYTES) {
    const bytes = await file.read(at, Math.min(end, at + SEARCH_BYTES + 2 * HEADER_BYTES));
    for (let index = bytes.indexOf(0x1f); index >= 0 && index < SEARCH_BYTES; index = bytes.indexOf(0x1f, index + 1)) {
      const element = readElement(bytes, index);
      if (element?.id !== CLUSTER || element.size === undefined || at + element.start + element.size > end) continue;
      const first = readElement(bytes, element.start);
      if (first && CLUSTER_CHILDREN.includes(first.id)) return at + index;
    }
  }
  return undefined;
}

interface Child {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  /** Of a SimpleBlock or Block: track, time relative to the cluster, and whether a SimpleBlock is a key frame. */
  readonly block?: { readonly track: number; readonly time: number; readonly isKey: boolean };
}

/** Reads a child of a cluster; undefined for a damaged child. */
function readChild(bytes: Uint8Array, at: number): Child | undefined {
  const element = readElement(bytes, at);
  if (element?.size === undefined || !CLUSTER_CHILDREN.includes(element.id)) return undefined;
  const { id, start } = element;
  const end = start + element.size;
  if (end > bytes.length) return undefined;
  const block = id === BLOCK_GROUP ? readElement(bytes, start) : element;
  if (block?.id !== SIMPLE_BLOCK && block?.id !== BLOCK) return { id, start, end };
  // A block begins with the number of its track, its time and its flags (RFC 9559, 10.1 and 10.2).
  const timeAt = block.start + Math.clz32(bytes[block.start] ?? 0) - 23;
  if (timeAt + 3 > end) return undefined;
  const isKey = id === SIMPLE_BLOCK && ((bytes[timeAt + 2] as number) & 0x80) !== 0;
  return {
    id,
    start,
    end,
    block: { track: bytes[block.start] as number, time: viewOf(bytes).getInt16(timeAt), isKey },
  };
}

interface Hole {
  readonly at: number;
  /** End of the hole; undefined if the rest of the cluster is lost. */
  readonly end: number | undefined;
  readonly lost: LostTime | undefined;
}

/**
 * Finds damage in a cluster. `videoTracks` collects the tracks that have other frames than key frames. In the last
 * cluster, any block may follow the damage if no key frame does.
 */
function findHoles(bytes: Uint8Array, scale: number, videoTracks: Set<number>, isLast: boolean): Hole[] {
  const holes: Hole[] = [];
  let clusterTime = 0;
  let lastTime: number | undefined;
  for (let at = 0; at < bytes.length; ) {
    const child = readChild(bytes, at);
    if (child) {
      if (child.id === TIMESTAMP) clusterTime = numberIn(bytes, child.start, child.end) * scale;
      if (child.block) lastTime = Math.max(lastTime ?? 0, clusterTime + child.block.time * scale);
      if (child.id === SIMPLE_BLOCK && child.block && !child.block.isKey) videoTracks.add(child.block.track);
      at = child.end;
      continue;
    }
    const end =
      findBlock(bytes, at + 1, ({ track, isKey }) => isKey && videoTracks.has(track)) ??
      (isLast ? findBlock(bytes, at + 1, () => true) : undefined);
    const next = end === undefined ? undefined : readChild(bytes, end)?.block;
    const to = next && clusterTime + next.time * scale;
    holes.push({ at, end, lost: lastTime === undefined ? undefined : { from: lastTime, to } });
    if (end === undefined || holes.length > MAX_CLUSTER_HOLES) break;
    at = end;
  }
  return holes;
}

/** Number of children in a row that make a position in damaged data credible. */
const CREDIBLE_CHILDREN = 8;

function findBlock(
  bytes: Uint8Array,
  from: number,
  isWanted: (block: NonNullable<Child['block']>) => boolean,
): number | undefined {
  for (let at = bytes.indexOf(SIMPLE_BLOCK, from); at >= 0; at = bytes.indexOf(SIMPLE_BLOCK, at + 1)) {
    const block = readChild(bytes, at)?.block;
    if (block && isWanted(block) && isCredible(bytes, at)) return at;
  }
  return undefined;
}

function isCredible(bytes: Uint8Array, from: number): boolean {
  let at = from;
  for (let count = 0; count < CREDIBLE_CHILDREN && at < bytes.length; count++) {
    const child = readChild(bytes, at);
    if (!child) return false;
    at = child.end;
  }
  return true;
}

async function timeOf(file: SourceFile, { start, end }: Cluster, scale: number): Promise<number | undefined> {
  const bytes = await file.read(start, Math.min(end, start + 4 * HEADER_BYTES));
  for (let at = 0; at < bytes.length; ) {
    const element = readElement(bytes, at);
    if (element?.size === undefined) return undefined;
    const elementEnd = element.start + element.size;
    if (element.id === TIMESTAMP) return numberIn(bytes, element.start, elementEnd) * scale;
    at = elementEnd;
  }
  return undefined;
}

/** Returns the seconds of one unit of time. */
function scaleOf(info: Uint8Array): number {
  for (let at = 0; at < info.length; ) {
    const element = readElement(info, at);
    if (element?.size === undefined) break;
    at = element.start + element.size;
    if (element.id === TIMESTAMP_SCALE) return numberIn(info, element.start, at) / 1e9;
  }
  return DEFAULT_SCALE;
}

function numberIn(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < Math.min(end, start + 8, bytes.length); at++) value = value * 256 + (bytes[at] as number);
  return value;
}

/** Returns the header of a Void element that covers a range. */
function voidPatch(at: number, end: number): Patch {
  const length = end - at;
  if (length < 9) return { at, bytes: Uint8Array.of(VOID, 0x80 | Math.max(0, length - 2)).subarray(0, length) };
  const bytes = new Uint8Array(9);
  const view = viewOf(bytes);
  view.setUint8(0, VOID);
  view.setBigUint64(1, BigInt(length - 9) | (1n << 56n));
  return { at, bytes };
}

function firstEndingAfter(clusters: readonly Cluster[], position: number): number {
  let [low, high] = [0, clusters.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((clusters[middle] as Cluster).end > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
