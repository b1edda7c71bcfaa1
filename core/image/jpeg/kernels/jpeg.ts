// Implements core/image/jpeg/jpeg-kernels.ts in AssemblyScript with SIMD. `npm run kernels` compiles this file.

import { high, highHalves, highPairs, low, lowHalves, lowPairs } from './shared/lanes.ts';

/** Returns a vector that repeats a pair of 16-bit factors, for pairwise products. */
function pair(first: i32, second: i32): v128 {
  return i32x4.splat((second << 16) | (first & 0xffff));
}

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

/** Returns `a · first + b · second` for the pair of 16-bit `weights`, rounded and shifted right by `shift`. */
function product(a: v128, b: v128, weights: v128, shift: i32): v128 {
  const half = i32x4.splat(1 << (shift - 1));
  const head = i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(low(a, b), weights), half), shift);
  const tail = i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(high(a, b), weights), half), shift);
  return i16x8.narrow_i32x4_s(head, tail);
}

/** Returns `a · first + b · second + c · third + d · fourth` for two pairs of weights, rounded and shifted. */
function products(a: v128, b: v128, weights: v128, c: v128, d: v128, others: v128, shift: i32): v128 {
  const half = i32x4.splat(1 << (shift - 1));
  const head = i32x4.add(i32x4.dot_i16x8_s(low(a, b), weights), i32x4.dot_i16x8_s(low(c, d), others));
  const tail = i32x4.add(i32x4.dot_i16x8_s(high(a, b), weights), i32x4.dot_i16x8_s(high(c, d), others));
  return i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(head, half), shift), i32x4.shr_s(i32x4.add(tail, half), shift));
}

/** Computes and transposes the 1-D DCT of eight rows (Loeffler, Ligtenberg, Moschytz; 13 fraction bits, as libjpeg). */
function transformRows(source: usize, pitch: usize, target: usize, first: bool): void {
  const r0 = v128.load(source);
  const r1 = v128.load(source + pitch);
  const r2 = v128.load(source + pitch * 2);
  const r3 = v128.load(source + pitch * 3);
  const r4 = v128.load(source + pitch * 4);
  const r5 = v128.load(source + pitch * 5);
  const r6 = v128.load(source + pitch * 6);
  const r7 = v128.load(source + pitch * 7);

  const t0 = low(r0, r1);
  const t1 = high(r0, r1);
  const t2 = low(r2, r3);
  const t3 = high(r2, r3);
  const t4 = low(r4, r5);
  const t5 = high(r4, r5);
  const t6 = low(r6, r7);
  const t7 = high(r6, r7);
  const u0 = lowPairs(t0, t2);
  const u1 = highPairs(t0, t2);
  const u2 = lowPairs(t1, t3);
  const u3 = highPairs(t1, t3);
  const u4 = lowPairs(t4, t6);
  const u5 = highPairs(t4, t6);
  const u6 = lowPairs(t5, t7);
  const u7 = highPairs(t5, t7);
  const c0 = lowHalves(u0, u4);
  const c1 = highHalves(u0, u4);
  const c2 = lowHalves(u1, u5);
  const c3 = highHalves(u1, u5);
  const c4 = lowHalves(u2, u6);
  const c5 = highHalves(u2, u6);
  const c6 = lowHalves(u3, u7);
  const c7 = highHalves(u3, u7);

  const a0 = i16x8.add(c0, c7);
  const a7 = i16x8.sub(c0, c7);
  const a1 = i16x8.add(c1, c6);
  const a6 = i16x8.sub(c1, c6);
  const a2 = i16x8.add(c2, c5);
  const a5 = i16x8.sub(c2, c5);
  const a3 = i16x8.add(c3, c4);
  const a4 = i16x8.sub(c3, c4);
  const b0 = i16x8.add(a0, a3);
  const b3 = i16x8.sub(a0, a3);
  const b1 = i16x8.add(a1, a2);
  const b2 = i16x8.sub(a1, a2);
  const z3 = i16x8.add(a4, a6);
  const z4 = i16x8.add(a5, a7);

  const sum = i16x8.add(b0, b1);
  const difference = i16x8.sub(b0, b1);
  // Between the row pass and the column pass of the DCT, numbers have two fraction bits.
  const two = i16x8.splat(2);
  v128.store(target, first ? i16x8.shl(sum, 2) : i16x8.shr_s(i16x8.add(sum, two), 2));
  v128.store(target, first ? i16x8.shl(difference, 2) : i16x8.shr_s(i16x8.add(difference, two), 2), 64);
  const shift = first ? 11 : 15;
  v128.store(target, product(b3, b2, pair(10703, 4433), shift), 32);
  v128.store(target, product(b3, b2, pair(4433, -10704), shift), 96);
  v128.store(target, products(a4, a7, pair(-4927, -7373), z3, z4, pair(-6436, 9633), shift), 112);
  v128.store(target, products(a5, a6, pair(-4176, -20995), z3, z4, pair(9633, 6437), shift), 80);
  v128.store(target, products(a5, a6, pair(-20995, 4177), z3, z4, pair(-6436, 9633), shift), 48);
  v128.store(target, products(a4, a7, pair(-7373, 4926), z3, z4, pair(9633, 6437), shift), 16);
}

/** Adding this number to a float leaves the nearest integer in the float's lowest 16 bits. */
const ROUND: f32 = 12582912;

/** Quantizes a row; halves round away from 0, because coefficients are doubled, then moved by 1 away from 0. */
function quantized(row: v128, inverses: usize): v128 {
  const doubled = i16x8.add(i16x8.add(row, row), v128.or(i16x8.shr_s(row, 15), i16x8.splat(1)));
  const head = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(doubled)), v128.load(inverses));
  const tail = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(doubled)), v128.load(inverses, 16));
  const round = f32x4.splat(ROUND);
  return v128.shuffle<i16>(f32x4.add(head, round), f32x4.add(tail, round), 0, 2, 4, 6, 8, 10, 12, 14);
}

/** Computes the DCT of a block and quantizes the coefficients, in row order. */
function transformBlock(source: usize, pitch: usize, inverses: usize, block: usize): void {
  transformRows(source, pitch, block, true);
  transformRows(block, 16, block, false);
  for (let row: usize = 0; row < 8; row++)
    v128.store(block + (row << 4), quantized(v128.load(block + (row << 4)), inverses + (row << 5)));
}

function bitsOf(value: i32): i32 {
  return 32 - clz(abs(value));
}

/** Writes a token for a Huffman symbol with the extra bits of `value`, and counts the symbol. */
function writeToken(tokens: usize, counts: usize, symbol: i32, value: i32): usize {
  const counter = counts + ((<usize>symbol) << 2);
  store<u32>(counter, load<u32>(counter) + 1);
  const size = symbol & 15;
  const bits = (value + (value >> 31)) & ((1 << size) - 1);
  if (size <= 8) {
    store<u16>(tokens, (symbol << 8) | bits);
    return tokens + 2;
  }
  store<u16>(tokens, symbol << 8);
  store<u16>(tokens, bits, 2);
  return tokens + 4;
}

function nonzeroMask(head: v128, tail: v128): u64 {
  const none = i16x8.splat(0);
  return <u64>i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.ne(head, none), i16x8.ne(tail, none)));
}

/** Writes a DC difference, always as two tokens, because joining bands may change the difference's number of bits. */
function tokenizeDc(tokens: usize, counts: usize, difference: i32): usize {
  const size = bitsOf(difference);
  const counter = counts + ((<usize>size) << 2);
  store<u32>(counter, load<u32>(counter) + 1);
  store<u16>(tokens, size << 8);
  store<u16>(tokens, (difference + (difference >> 31)) & ((1 << size) - 1), 2);
  return tokens + 4;
}

/** Writes the tokens of a block (T.81, F.1.2), first the difference between DC coefficient and DC predictor. */
function tokenizeBlock(block: usize, zigzag: usize, dcPredictor: i32, counts: usize, tokens: usize): usize {
  tokens = tokenizeDc(tokens, counts, load<i16>(block) - dcPredictor);

  let z0 = i16x8.splat(0);
  let z1 = i16x8.splat(0);
  let z2 = i16x8.splat(0);
  let z3 = i16x8.splat(0);
  let z4 = i16x8.splat(0);
  let z5 = i16x8.splat(0);
  let z6 = i16x8.splat(0);
  let z7 = i16x8.splat(0);
  z0 = v128.load_lane<i16>(block, z0, 1, 2);
  z0 = v128.load_lane<i16>(block, z0, 2, 16);
  z0 = v128.load_lane<i16>(block, z0, 3, 32);
  z0 = v128.load_lane<i16>(block, z0, 4, 18);
  z0 = v128.load_lane<i16>(block, z0, 5, 4);
  z0 = v128.load_lane<i16>(block, z0, 6, 6);
  z0 = v128.load_lane<i16>(block, z0, 7, 20);
  z1 = v128.load_lane<i16>(block, z1, 0, 34);
  z1 = v128.load_lane<i16>(block, z1, 1, 48);
  z1 = v128.load_lane<i16>(block, z1, 2, 64);
  z1 = v128.load_lane<i16>(block, z1, 3, 50);
  z1 = v128.load_lane<i16>(block, z1, 4, 36);
  z1 = v128.load_lane<i16>(block, z1, 5, 22);
  z1 = v128.load_lane<i16>(block, z1, 6, 8);
  z1 = v128.load_lane<i16>(block, z1, 7, 10);
  z2 = v128.load_lane<i16>(block, z2, 0, 24);
  z2 = v128.load_lane<i16>(block, z2, 1, 38);
  z2 = v128.load_lane<i16>(block, z2, 2, 52);
  z2 = v128.load_lane<i16>(block, z2, 3, 66);
  z2 = v128.load_lane<i16>(block, z2, 4, 80);
  z2 = v128.load_lane<i16>(block, z2, 5, 96);
  z2 = v128.load_lane<i16>(block, z2, 6, 82);
  z2 = v128.load_lane<i16>(block, z2, 7, 68);
  z3 = v128.load_lane<i16>(block, z3, 0, 54);
  z3 = v128.load_lane<i16>(block, z3, 1, 40);
  z3 = v128.load_lane<i16>(block, z3, 2, 26);
  z3 = v128.load_lane<i16>(block, z3, 3, 12);
  z3 = v128.load_lane<i16>(block, z3, 4, 14);
  z3 = v128.load_lane<i16>(block, z3, 5, 28);
  z3 = v128.load_lane<i16>(block, z3, 6, 42);
  z3 = v128.load_lane<i16>(block, z3, 7, 56);
  z4 = v128.load_lane<i16>(block, z4, 0, 70);
  z4 = v128.load_lane<i16>(block, z4, 1, 84);
  z4 = v128.load_lane<i16>(block, z4, 2, 98);
  z4 = v128.load_lane<i16>(block, z4, 3, 112);
  z4 = v128.load_lane<i16>(block, z4, 4, 114);
  z4 = v128.load_lane<i16>(block, z4, 5, 100);
  z4 = v128.load_lane<i16>(block, z4, 6, 86);
  z4 = v128.load_lane<i16>(block, z4, 7, 72);
  z5 = v128.load_lane<i16>(block, z5, 0, 58);
  z5 = v128.load_lane<i16>(block, z5, 1, 44);
  z5 = v128.load_lane<i16>(block, z5, 2, 30);
  z5 = v128.load_lane<i16>(block, z5, 3, 46);
  z5 = v128.load_lane<i16>(block, z5, 4, 60);
  z5 = v128.load_lane<i16>(block, z5, 5, 74);
  z5 = v128.load_lane<i16>(block, z5, 6, 88);
  z5 = v128.load_lane<i16>(block, z5, 7, 102);
  z6 = v128.load_lane<i16>(block, z6, 0, 116);
  z6 = v128.load_lane<i16>(block, z6, 1, 118);
  z6 = v128.load_lane<i16>(block, z6, 2, 104);
  z6 = v128.load_lane<i16>(block, z6, 3, 90);
  z6 = v128.load_lane<i16>(block, z6, 4, 76);
  z6 = v128.load_lane<i16>(block, z6, 5, 62);
  z6 = v128.load_lane<i16>(block, z6, 6, 78);
  z6 = v128.load_lane<i16>(block, z6, 7, 92);
  z7 = v128.load_lane<i16>(block, z7, 0, 106);
  z7 = v128.load_lane<i16>(block, z7, 1, 120);
  z7 = v128.load_lane<i16>(block, z7, 2, 122);
  z7 = v128.load_lane<i16>(block, z7, 3, 108);
  z7 = v128.load_lane<i16>(block, z7, 4, 94);
  z7 = v128.load_lane<i16>(block, z7, 5, 110);
  z7 = v128.load_lane<i16>(block, z7, 6, 124);
  z7 = v128.load_lane<i16>(block, z7, 7, 126);
  v128.store(zigzag, z0, 0);
  v128.store(zigzag, z1, 16);
  v128.store(zigzag, z2, 32);
  v128.store(zigzag, z3, 48);
  v128.store(zigzag, z4, 64);
  v128.store(zigzag, z5, 80);
  v128.store(zigzag, z6, 96);
  v128.store(zigzag, z7, 112);
  let left =
    nonzeroMask(z0, z1) | (nonzeroMask(z2, z3) << 16) | (nonzeroMask(z4, z5) << 32) | (nonzeroMask(z6, z7) << 48);
  const runs = counts + 1024;
  let place = 1;
  while (left !== 0) {
    const next = <i32>ctz(left);
    left &= left - 1;
    let run = next - place;
    while (run > 15) {
      tokens = writeToken(tokens, runs, 0xf0, 0);
      run -= 16;
    }
    const value = <i32>load<i16>(zigzag + ((<usize>next) << 1));
    tokens = writeToken(tokens, runs, (run << 4) | bitsOf(value), value);
    place = next + 1;
  }
  return place < 64 ? writeToken(tokens, runs, 0, 0) : tokens;
}

/** Writes the tokens of a block outside the image: the DC coefficient of the previous block, and no AC coefficients. */
function tokenizeFlatBlock(counts: usize, tokens: usize): usize {
  return writeToken(tokenizeDc(tokens, counts, 0), counts + 1024, 0, 0);
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
