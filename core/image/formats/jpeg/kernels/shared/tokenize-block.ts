// Converts quantized blocks to tokens (Huffman symbols with extra bits), and counts the symbols.

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
export function tokenizeBlock(block: usize, zigzag: usize, dcPredictor: i32, counts: usize, tokens: usize): usize {
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
export function tokenizeFlatBlock(counts: usize, tokens: usize): usize {
  return writeToken(tokenizeDc(tokens, counts, 0), counts + 1024, 0, 0);
}
