import { viewOf } from '../../base/bytes.ts';
import type { Damage } from '../../base/damage.ts';
import { uint24 } from './webp.ts';

/** Number of bytes of a VP8 frame's tag, start code, width and height (RFC 6386, 9.1). */
const HEADER_BYTES = 10;
const START_CODE = 0x2a019d;

/** Returns `truncated` if a partition starts after the data ends; `error` for values on which decoders disagree. */
export function vp8HeaderDamage(bytes: Uint8Array, start: number, end: number): Damage | undefined {
  if (start + HEADER_BYTES > end) return 'truncated';
  const view = viewOf(bytes);
  const tag = uint24(view, start);
  const isKeyFrame = (tag & 1) === 0;
  const profile = (tag >> 1) & 7;
  const isShown = ((tag >> 4) & 1) === 1;
  const startCode = uint24(view, start + 3);
  if (!isKeyFrame || profile > 3 || !isShown || startCode !== START_CODE) return 'error';

  const firstStart = start + HEADER_BYTES;
  const sizesStart = firstStart + (tag >> 5);
  const tokenPartitions = countTokenPartitions(bytes, firstStart, Math.min(end, sizesStart));
  const starts = [firstStart];
  let at = sizesStart + 3 * (tokenPartitions - 1);
  for (let index = 0; index < tokenPartitions; index++) {
    starts.push(at);
    if (at >= end) return 'truncated';
    // Each VP8 partition except the last has a size field; the last ends with the data (RFC 6386, 9.5).
    if (index < tokenPartitions - 1) at += uint24(view, sizesStart + 3 * index);
  }
  // The first value of a VP8 partition must be below the arithmetic decoder's initial range of 255 (RFC 6386, 7.3).
  return starts.some((partition) => bytes[partition] === 255) ? 'error' : undefined;
}

/** Reads a VP8 frame's number of DCT partitions, which follows segmentation and loop filter (RFC 6386, 9.2–9.6). */
function countTokenPartitions(bytes: Uint8Array, start: number, end: number): number {
  const read = bitReader(bytes, start, end);
  const skipIfPresent = (bits: number) => {
    if (read(1)) read(bits);
  };
  const repeat = (count: number, bits: number) => {
    for (let index = 0; index < count; index++) skipIfPresent(bits);
  };
  // Skips the VP8 fields color_space and clamping_type.
  read(2);
  if (read(1)) {
    const [updatesMap, updatesValues] = [read(1), read(1)];
    if (updatesValues) {
      read(1);
      repeat(4, 7 + 1);
      repeat(4, 6 + 1);
    }
    if (updatesMap) repeat(3, 8);
  }
  // Skips the VP8 fields filter_type, loop_filter_level and sharpness_level.
  read(1 + 6 + 3);
  if (read(1) && read(1)) repeat(8, 6 + 1);
  return 1 << read(2);
}

/** Returns a reader of VP8 literals, whose bits have even probability (RFC 6386, 7.3). After the data, bits are 0. */
function bitReader(bytes: Uint8Array, start: number, end: number): (count: number) => number {
  let at = start;
  const nextByte = () => (at < end ? (bytes[at++] as number) : 0);
  let value = (nextByte() << 8) | nextByte();
  let range = 255;
  let shifted = 0;
  const readBit = () => {
    const split = 1 + (((range - 1) * 128) >> 8);
    const bit = value >= split << 8 ? 1 : 0;
    if (bit) {
      range -= split;
      value -= split << 8;
    } else range = split;
    while (range < 128) {
      value <<= 1;
      range <<= 1;
      if (++shifted === 8) {
        shifted = 0;
        value |= nextByte();
      }
    }
    return bit;
  };
  return (count) => {
    let number = 0;
    for (let left = count; left > 0; left--) number = (number << 1) | readBit();
    return number;
  };
}
