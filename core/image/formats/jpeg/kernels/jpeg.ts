// Implements core/image/formats/jpeg/jpeg-kernels.ts in AssemblyScript with SIMD. `npm run kernels` compiles this file.

import { pair } from '../../../../wasm/kernels/shared/lanes.ts';
import { transformBlock } from './shared/forward-dct.ts';
import { tokenizeBlock, tokenizeFlatBlock } from './shared/tokenize-block.ts';

/** Returns red and green of four RGBA pixels, each pair in two 16-bit lanes. */
function redGreen(pixels: v128): v128 {
  return i8x16.swizzle(pixels, i8x16(0, -1, 1, -1, 4, -1, 5, -1, 8, -1, 9, -1, 12, -1, 13, -1));
}

function blueGreen(pixels: v128): v128 {
  return i8x16.swizzle(pixels, i8x16(2, -1, 1, -1, 6, -1, 5, -1, 10, -1, 9, -1, 14, -1, 13, -1));
}

// RGB to YCbCr (T.871, 7). To fit signed 16 bits, green's luma factor is split in two, and 0.5 is 2 × 0.25.

/** Returns luma − 128 of four pixels in 32 bits. */
function lumaOf(rg: v128, bg: v128): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(rg, pair(19595, 22086)), i32x4.dot_i16x8_s(bg, pair(7471, 16384)));
  return i32x4.sub(i32x4.shr_s(i32x4.add(sum, i32x4.splat(32768)), 16), i32x4.splat(128));
}

/** Returns Cb of four pixels in 32 bits, without the offset of 128. */
function blueOf(rg: v128, bg: v128): v128 {
  const half = i32x4.shl(i32x4.dot_i16x8_s(bg, pair(16384, 0)), 1);
  const sum = i32x4.add(half, i32x4.dot_i16x8_s(rg, pair(-11059, -21709)));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(32767)), 16);
}

/** Returns Cr of four pixels in 32 bits, without the offset of 128. */
function redOf(rg: v128, bg: v128): v128 {
  const half = i32x4.shl(i32x4.dot_i16x8_s(rg, pair(16384, 0)), 1);
  const sum = i32x4.add(half, i32x4.dot_i16x8_s(bg, pair(-5329, -27439)));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(32767)), 16);
}

export function convertRow(source: usize, luma: usize, blue: usize, red: usize, count: i32): void {
  const end = source + ((<usize>count) << 2);
  while (source < end) {
    const head = v128.load(source);
    const tail = v128.load(source, 16);
    const headRg = redGreen(head);
    const headBg = blueGreen(head);
    const tailRg = redGreen(tail);
    const tailBg = blueGreen(tail);
    v128.store(luma, i16x8.narrow_i32x4_s(lumaOf(headRg, headBg), lumaOf(tailRg, tailBg)));
    v128.store(blue, i16x8.narrow_i32x4_s(blueOf(headRg, headBg), blueOf(tailRg, tailBg)));
    v128.store(red, i16x8.narrow_i32x4_s(redOf(headRg, headBg), redOf(tailRg, tailBg)));
    source += 32;
    luma += 16;
    blue += 16;
    red += 16;
  }
}

/** Averages squares of 2 × 2 samples. Halves round down in even columns and up in odd columns, so errors cancel out. */
function meansOf(above: v128, below: v128): v128 {
  const sums = i32x4.extadd_pairwise_i16x8_s(i16x8.add(above, below));
  return i32x4.shr_s(i32x4.add(sums, i32x4(1, 2, 1, 2)), 2);
}

export function halveRows(above: usize, below: usize, target: usize, count: i32): void {
  const end = target + ((<usize>count) << 1);
  while (target < end) {
    const head = meansOf(v128.load(above), v128.load(below));
    const tail = meansOf(v128.load(above, 16), v128.load(below, 16));
    v128.store(target, i16x8.narrow_i32x4_s(head, tail));
    above += 32;
    below += 32;
    target += 16;
  }
}

export function tokenizeMcus(
  planes: usize,
  pitch: usize,
  columns: i32,
  rows: i32,
  units: i32,
  inverses: usize,
  counts: usize,
  dcPredictors: usize,
  scratch: usize,
  tokens: usize,
): usize {
  const zigzag = scratch + 128;
  // With 4:2:0, an MCU has 2 × 2 luma blocks and a block each of Cb and Cr; otherwise a block per component.
  const isChromaSubsampled = load<u32>(planes + 12) !== 0;
  const across = isChromaSubsampled ? 2 : 1;
  let luma = <i32>load<i32>(dcPredictors);
  let blue = <i32>load<i32>(dcPredictors + 4);
  let red = <i32>load<i32>(dcPredictors + 8);
  for (let unit = 0; unit < units; unit++) {
    for (let row = 0; row < across; row++) {
      for (let column = unit * across; column < (unit + 1) * across; column++) {
        if (row >= rows || column >= columns) {
          tokens = tokenizeFlatBlock(counts, tokens);
          continue;
        }
        const at = <usize>load<u32>(planes) + <usize>row * pitch * 8 + ((<usize>column) << 4);
        transformBlock(at, pitch, inverses, scratch);
        tokens = tokenizeBlock(scratch, zigzag, luma, counts, tokens);
        luma = load<i16>(scratch);
      }
    }
    const chromaPitch = isChromaSubsampled ? pitch >> 1 : pitch;
    transformBlock(<usize>load<u32>(planes + 4) + ((<usize>unit) << 4), chromaPitch, inverses + 256, scratch);
    tokens = tokenizeBlock(scratch, zigzag, blue, counts + 2048, tokens);
    blue = load<i16>(scratch);
    transformBlock(<usize>load<u32>(planes + 8) + ((<usize>unit) << 4), chromaPitch, inverses + 256, scratch);
    tokens = tokenizeBlock(scratch, zigzag, red, counts + 2048, tokens);
    red = load<i16>(scratch);
  }
  store<i32>(dcPredictors, luma);
  store<i32>(dcPredictors + 4, blue);
  store<i32>(dcPredictors + 8, red);
  return tokens;
}

function writeByte(target: usize, byte: u32): usize {
  store<u8>(target, byte);
  if (byte !== 255) return target + 1;
  store<u8>(target, 0, 1);
  return target + 2;
}

/** Writes four bytes of entropy-coded data, with a zero byte after each byte 0xFF (T.81, B.1.1.5). */
function writeWord(target: usize, word: u32): usize {
  // The result of the bit operations is nonzero if any of the four bytes is 0xFF.
  if (((~word - 0x01010101) & word & 0x80808080) === 0) {
    store<u32>(target, bswap(word));
    return target + 4;
  }
  for (let shift = 24; shift >= 0; shift -= 8) target = writeByte(target, (word >> shift) & 255);
  return target;
}

export function writeUnits(
  tokens: usize,
  end: usize,
  lumaBlocks: i32,
  codes: usize,
  target: usize,
  state: usize,
): usize {
  let bits = load<u64>(state);
  let count = load<i32>(state, 8);
  let block = 0;
  while (tokens < end) {
    const table = block < lumaBlocks ? codes : codes + 2048;
    block = block === lumaBlocks + 1 ? 0 : block + 1;
    const size = <i32>load<u8>(tokens, 1);
    let entry = load<u32>(table + ((<usize>size) << 2));
    bits = (bits << (size + (entry & 31))) | (((<u64>(entry >> 5)) << size) | load<u16>(tokens, 2));
    count += size + (entry & 31);
    tokens += 4;
    let place = 1;
    while (place < 64) {
      if (count >= 32) {
        count -= 32;
        target = writeWord(target, <u32>(bits >> count));
      }
      const symbol = <i32>load<u8>(tokens, 1);
      const extra = symbol & 15;
      let value: u32 = load<u8>(tokens);
      if (extra > 8) {
        tokens += 2;
        value = load<u16>(tokens);
      }
      tokens += 2;
      entry = load<u32>(table + ((<usize>symbol) << 2), 1024);
      const length = extra + (entry & 31);
      bits = (bits << length) | <u64>(((entry >> 5) << extra) | value);
      count += length;
      place = symbol === 0 ? 64 : place + (symbol >> 4) + 1;
    }
    if (count >= 32) {
      count -= 32;
      target = writeWord(target, <u32>(bits >> count));
    }
  }
  store<u64>(state, bits);
  store<i32>(state, count, 8);
  return target;
}

export function writeRest(target: usize, state: usize): usize {
  const bits = load<u64>(state);
  let count = load<i32>(state, 8);
  for (; count >= 8; count -= 8) target = writeByte(target, <u32>(bits >> (count - 8)) & 255);
  store<i32>(state, count, 8);
  return target;
}
