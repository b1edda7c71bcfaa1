import { ascii, type Chunk, viewOf } from '../../../base/bytes.ts';
import { MAX_HEIF_ITEMS } from '../../../base/limits.ts';

/** Yields the boxes between two file offsets (ISO/IEC 14496-12, 4.2). Clips a box that ends after the offset `to`. */
export function* boxes(bytes: Uint8Array, from: number, to: number): Generator<Chunk> {
  for (const { box } of measuredBoxes(bytes, from, to)) yield { ...box, end: Math.min(to, box.end) };
}

export function findBox(bytes: Uint8Array, from: number, to: number, type: string): Chunk | undefined {
  for (const box of boxes(bytes, from, to)) if (box.type === type) return box;
  return undefined;
}

/** Returns inner boxes. Throws RangeError if the inner boxes don't exactly fill the box, and for too many boxes. */
export function innerBoxes(bytes: Uint8Array, from: number, to: number): Chunk[] {
  const list: Chunk[] = [];
  let at = from;
  for (const { box, next } of measuredBoxes(bytes, from, to)) {
    if (box.end > to || list.length === MAX_HEIF_ITEMS) throw new RangeError(`A box of type ${box.type} is too much`);
    list.push(box);
    at = next;
  }
  if (at !== to) throw new RangeError('Bytes are left over between boxes');
  return list;
}

function* measuredBoxes(bytes: Uint8Array, from: number, to: number): Generator<{ box: Chunk; next: number }> {
  const view = viewOf(bytes);
  for (let offset = from; offset + 8 <= to; ) {
    const short = view.getUint32(offset);
    // Size 1: a 64-bit size follows the type; size 0: the box ends with the file (ISO/IEC 14496-12, 4.2).
    const head = short === 1 ? 16 : 8;
    if (offset + head > to) return;
    const size = short === 1 ? Number(view.getBigUint64(offset + 8)) : short || to - offset;
    if (size < head) return;
    yield {
      box: { type: ascii(bytes, offset + 4, 4), start: offset + head, end: offset + size },
      next: offset + size,
    };
    offset += size;
  }
}

/** Returns a box's version and flags, and functions that read or skip the following numbers. */
export function numbersOf(bytes: Uint8Array, { start, end }: Chunk) {
  const view = viewOf(bytes);
  let at = start;
  const readUint = (size: number): number => {
    at += size;
    if (at > end) throw new RangeError('A box is cut off');
    if (size === 0) return 0;
    if (size === 1) return view.getUint8(at - 1);
    if (size === 2) return view.getUint16(at - 2);
    if (size === 4) return view.getUint32(at - 4);
    return Number(view.getBigUint64(at - 8));
  };
  const skip = (size: number): void => {
    at += size;
  };
  const head = readUint(4);
  return { version: head >>> 24, flags: head & 0xff_ff_ff, readUint, skip, position: () => at };
}
