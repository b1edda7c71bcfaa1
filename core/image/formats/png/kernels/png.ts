// Implements core/image/formats/png/png-kernels.ts in AssemblyScript without SIMD. `npm run kernels` compiles this file.

import { adler32, crc32, crcTables } from './shared/checksums.ts';
import { inflate } from './shared/inflate.ts';

export { adler32, crc32, crcTables, inflate };

function paeth(left: i32, above: i32, corner: i32): i32 {
  const toLeft = abs(above - corner);
  const toAbove = abs(left - corner);
  const toCorner = abs(left + above - corner - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

export function unfilter(filter: i32, source: usize, target: usize, above: usize, count: i32, step: i32): void {
  const end = target + count;
  if (filter === 0) {
    memory.copy(target, source, count);
    return;
  }
  if (filter === 2) {
    // Mask with 0x7f in each byte of a 64-bit number.
    const low = (~(<u64>0) / 255) * 127;
    for (; target + 8 <= end; target += 8, source += 8, above += 8) {
      const a = load<u64>(source);
      const b = load<u64>(above);
      store<u64>(target, ((a & low) + (b & low)) ^ ((a ^ b) & ~low));
    }
    for (; target < end; target++, source++, above++) store<u8>(target, load<u8>(source) + load<u8>(above));
    return;
  }
  const first = min(end, target + step);
  const size: usize = step;
  for (; target < first; target++, source++, above++) {
    let predicted: i32 = 0;
    if (filter === 3) predicted = load<u8>(above) >> 1;
    else if (filter === 4) predicted = load<u8>(above);
    store<u8>(target, <u8>(load<u8>(source) + predicted));
  }
  if (filter === 1) {
    for (; target < end; target++, source++) store<u8>(target, load<u8>(source) + load<u8>(target - size));
  } else if (filter === 3) {
    for (; target < end; target++, source++, above++) {
      const mean = (<i32>load<u8>(target - size) + <i32>load<u8>(above)) >> 1;
      store<u8>(target, <u8>(load<u8>(source) + mean));
    }
  } else {
    for (; target < end; target++, source++, above++) {
      const predicted = paeth(load<u8>(target - size), load<u8>(above), load<u8>(above - size));
      store<u8>(target, <u8>(load<u8>(source) + predicted));
    }
  }
}

export function lookUpRow(source: usize, target: usize, count: i32, depth: i32, colors: usize): void {
  const end = target + ((<usize>count) << 2);
  const mask: u32 = (1 << depth) - 1;
  for (let shift = 8 - depth; target < end; target += 4) {
    const index: usize = (load<u8>(source) >> shift) & mask;
    store<u32>(target, load<u32>(colors + (index << 2)));
    shift -= depth;
    if (shift < 0) {
      shift = 8 - depth;
      source++;
    }
  }
}

export function expandRow(source: usize, target: usize, count: i32, channels: i32, bytes: i32, key: usize): void {
  const end = target + ((<usize>count) << 2);
  const step: usize = channels * bytes;
  const sample: usize = bytes;
  if (channels === 4) {
    for (; target < end; target += 4, source += step)
      store<u32>(
        target,
        load<u8>(source) |
          (load<u8>(source + sample) << 8) |
          (load<u8>(source + 2 * sample) << 16) |
          (load<u8>(source + 3 * sample) << 24),
      );
    return;
  }
  for (; target < end; target += 4, source += step) {
    const first: u32 = load<u8>(source);
    if (channels === 2) {
      store<u32>(target, (first * 0x010101) | ((<u32>load<u8>(source + sample)) << 24));
      continue;
    }
    let alpha: u32 = 0xff000000;
    if (key !== 0 && memory.compare(source, key, step) === 0) alpha = 0;
    if (channels === 1) store<u32>(target, (first * 0x010101) | alpha);
    else
      store<u32>(
        target,
        first | ((<u32>load<u8>(source + sample)) << 8) | ((<u32>load<u8>(source + 2 * sample)) << 16) | alpha,
      );
  }
}
