import { viewOf } from '../../base/bytes.ts';
import { MAX_JPEG_COMPONENTS } from '../../base/limits.ts';
import { isFrame, standsAlone } from './jpeg.ts';

const DHT = 0xc4;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;

/** Frames that are coded by Huffman tables in one pass: baseline and extended sequential. */
const isSequential = (marker: number) => marker === 0xc0 || marker === 0xc1;

interface Component {
  readonly id: number;
  /** Blocks of 8 × 8 samples that the picture needs, without the padding that interleaving adds. */
  readonly blocks: number;
}

/**
 * False where the file ends inside its picture, or has plainly too little of it between its
 * markers. Decoders fill what is missing with gray and say nothing, each in its own way.
 *
 * A scan is held against the shortest that its Huffman tables could make it, which costs nothing;
 * a sound file never falls below that, a file that has lost the better part of its picture does.
 */
export function jpegIsComplete(bytes: Uint8Array): boolean {
  try {
    return walk(bytes);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function walk(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  const shortest = new Map<number, number>();
  let components: readonly Component[] = [];
  let hasFrame = false;
  let offset = 2;
  for (;;) {
    // Entropy-coded data escapes 0xFF as FF 00; any other pair is a marker (ITU-T T.81, B.1.1.5).
    offset = bytes.indexOf(0xff, offset);
    if (offset < 0 || offset + 1 >= bytes.length) return false;
    const marker = bytes[offset + 1] as number;
    if (marker === EOI) return true;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker === 0 || marker === SOI || standsAlone(marker)) {
      offset += 2;
      continue;
    }
    const start = offset + 4;
    const end = offset + 2 + view.getUint16(offset + 2);
    if (marker === DHT) readShortestCodes(view, start, end, shortest);
    else if (isFrame(marker)) {
      // One frame is a picture. A second one, of another size, would be decoded without having been looked at.
      if (hasFrame) return false;
      hasFrame = true;
      components = isSequential(marker) ? readComponents(view, start) : [];
    } else if (marker === SOS && scanBits(bytes, end) < shortestScan(view, start, components, shortest)) return false;
    offset = end;
  }
}

/** B.2.2: the blocks of each component of a frame. */
function readComponents(view: DataView, start: number): Component[] {
  const height = view.getUint16(start + 1);
  const width = view.getUint16(start + 3);
  const count = view.getUint8(start + 5);
  if (count > MAX_JPEG_COMPONENTS) throw new RangeError(`${count} components`);
  const samplings = Array.from({ length: count }, (_, index) => {
    const at = start + 6 + index * 3;
    const sampling = view.getUint8(at + 1);
    return { id: view.getUint8(at), across: sampling >> 4, down: sampling & 15 };
  });
  const [across, down] = [Math.max(...samplings.map((s) => s.across)), Math.max(...samplings.map((s) => s.down))];
  return samplings.map((sampling) => ({
    id: sampling.id,
    blocks: Math.ceil((width * sampling.across) / across / 8) * Math.ceil((height * sampling.down) / down / 8),
  }));
}

/**
 * B.2.4.2: the fewest bits that a table lets a block have, by the table's class and number. A DC
 * difference is a code and as many bits as the code says; the other 63 coefficients are an end of
 * block, or at least four codes, as none stands for more than 16, and a bit of the last.
 */
function readShortestCodes(view: DataView, start: number, end: number, shortest: Map<number, number>): void {
  for (let at = start; at < end; ) {
    const table = view.getUint8(at);
    const isDc = table >> 4 === 0;
    let symbolAt = at + 17;
    let [least, leastCode] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let length = 1; length <= 16; length++)
      for (let count = view.getUint8(at + length); count > 0; count--) {
        const symbol = view.getUint8(symbolAt++);
        leastCode = Math.min(leastCode, length);
        if (isDc) least = Math.min(least, length + (symbol & 15));
        else if (symbol === 0) least = length;
      }
    shortest.set(table, isDc ? least : Math.min(least, 4 * leastCode + 1));
    at = symbolAt;
  }
}

/** B.2.3. */
const MAX_SCAN_COMPONENTS = 4;

/** B.2.3: the fewest bits of a scan; 0 where nothing is known of it. */
function shortestScan(
  view: DataView,
  start: number,
  components: readonly Component[],
  shortest: ReadonlyMap<number, number>,
): number {
  let bits = 0;
  const count = view.getUint8(start);
  if (count > MAX_SCAN_COMPONENTS) throw new RangeError(`${count} components in a scan`);
  for (let index = 0; index < count; index++) {
    const id = view.getUint8(start + 1 + index * 2);
    const tables = view.getUint8(start + 2 + index * 2);
    const blocks = components.find((component) => component.id === id)?.blocks ?? 0;
    bits += blocks * ((shortest.get(tables >> 4) ?? 0) + (shortest.get(0x10 | (tables & 15)) ?? 0));
  }
  return bits;
}

/** Bits from here to the next marker that is no restart, the escapes' zeros counted in. */
function scanBits(bytes: Uint8Array, start: number): number {
  for (let offset = bytes.indexOf(0xff, start); offset >= 0; offset = bytes.indexOf(0xff, offset + 2)) {
    const next = bytes[offset + 1] ?? 0;
    if (next !== 0 && !standsAlone(next)) return (offset - start) * 8;
  }
  return (bytes.length - start) * 8;
}
