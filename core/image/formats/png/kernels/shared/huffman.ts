// Huffman codes of deflate (RFC 1951, 3.2.2) from symbol counts.

import { NODES, PER_LENGTH, SORTED } from './deflate-state.ts';

/** Returns the lowest `length` bits of a Huffman code in reverse order. */
function reverse(code: u32, length: u32): u32 {
  let bits = code;
  bits = ((bits >> 1) & 0x5555) | ((bits & 0x5555) << 1);
  bits = ((bits >> 2) & 0x3333) | ((bits & 0x3333) << 2);
  bits = ((bits >> 4) & 0x0f0f) | ((bits & 0x0f0f) << 4);
  bits = ((bits >> 8) & 0x00ff) | ((bits & 0x00ff) << 8);
  return bits >> (16 - length);
}

/** Sorts used symbols by count, then symbol, and returns their number. An entry's lowest nine bits are the symbol. */
function sortSymbols(state: usize, counts: usize, symbols: i32): i32 {
  const sorted = state + SORTED;
  let used = 0;
  for (let symbol = 0; symbol < symbols; symbol++) {
    const count = load<u32>(counts + ((<usize>symbol) << 2));
    if (count === 0) continue;
    store<u32>(sorted + ((<usize>used) << 2), (count << 9) | symbol);
    used++;
  }
  for (let gap = 121; gap > 0; gap = gap / 3)
    for (let index = gap; index < used; index++) {
      const entry = load<u32>(sorted + ((<usize>index) << 2));
      let at = index;
      for (; at >= gap; at -= gap) {
        const other = load<u32>(sorted + ((<usize>(at - gap)) << 2));
        if (other <= entry) break;
        store<u32>(sorted + ((<usize>at) << 2), other);
      }
      store<u32>(sorted + ((<usize>at) << 2), entry);
    }
  return used;
}

function addCodes(state: usize, length: i32, change: i32): void {
  const at = state + PER_LENGTH + ((<usize>length) << 2);
  store<i32>(at, load<i32>(at) + change);
}

/** Counts the codes of each length in an optimal prefix code of at most `longest` bits for `used` sorted symbols. */
function countLengths(state: usize, used: i32, longest: i32): void {
  const sorted = state + SORTED;
  // Leaves, then inner nodes, each sorted by count. A node has two words: count (later depth), and parent index.
  const leaves = state + NODES;
  const inner = leaves + ((<usize>used) << 3);
  for (let leaf = 0; leaf < used; leaf++)
    store<u32>(leaves + ((<usize>leaf) << 3), load<u32>(sorted + ((<usize>leaf) << 2)) >> 9);
  let nextLeaf = 0;
  let nextInner = 0;
  for (let made = 0; made < used - 1; made++) {
    let sum: u32 = 0;
    for (let child = 0; child < 2; child++) {
      const leafAt = leaves + ((<usize>nextLeaf) << 3);
      const innerAt = inner + ((<usize>nextInner) << 3);
      const takesLeaf = nextLeaf < used && (nextInner >= made || load<u32>(leafAt) <= load<u32>(innerAt));
      if (takesLeaf) nextLeaf++;
      else nextInner++;
      const at = takesLeaf ? leafAt : innerAt;
      sum += load<u32>(at);
      store<i32>(at, made, 4);
    }
    store<u32>(inner + ((<usize>made) << 3), sum);
  }
  store<i32>(inner + ((<usize>(used - 2)) << 3), 0);
  for (let node = used - 3; node >= 0; node--) {
    const at = inner + ((<usize>node) << 3);
    store<i32>(at, load<i32>(inner + ((<usize>load<i32>(at, 4)) << 3)) + 1);
  }

  memory.fill(state + PER_LENGTH, 0, 64);
  // Sum of 2^(longest − length) over all codes (Kraft sum), which is 2^longest for a complete code.
  let space = 0;
  for (let leaf = 0; leaf < used; leaf++) {
    const parent = load<i32>(leaves + ((<usize>leaf) << 3), 4);
    const length = min(longest, load<i32>(inner + ((<usize>parent) << 3)) + 1);
    addCodes(state, length, 1);
    space += 1 << (longest - length);
  }
  // To shorten a code of maximum length, a shorter code becomes the parent of two codes.
  for (; space > 1 << longest; space--) {
    let length = longest - 1;
    while (load<i32>(state + PER_LENGTH + ((<usize>length) << 2)) === 0) length--;
    addCodes(state, length, -1);
    addCodes(state, length + 1, 2);
    addCodes(state, longest, -1);
  }
}

/**
 * Writes Huffman codes of at most `longest` bits for the symbols that occur: the length in bits 0 to 4, the reversed
 * code above. At least two symbols get a code, because some decoders require a complete code.
 */
export function buildCodes(state: usize, counts: usize, symbols: i32, longest: i32, codes: usize): void {
  const sorted = state + SORTED;
  const perLength = state + PER_LENGTH;
  memory.fill(codes, 0, (<usize>symbols) << 2);
  const used = sortSymbols(state, counts, symbols);
  if (used < 2) {
    const symbol: usize = used === 0 ? 0 : load<u32>(sorted) & 511;
    store<u32>(codes, 1);
    store<u32>(codes + (max<usize>(symbol, 1) << 2), 1 | (1 << 5));
    return;
  }
  countLengths(state, used, longest);
  let rarest = 0;
  for (let length = longest; length > 0; length--)
    for (let left = load<i32>(perLength + ((<usize>length) << 2)); left > 0; left--, rarest++)
      store<u32>(codes + ((<usize>(load<u32>(sorted + ((<usize>rarest) << 2)) & 511)) << 2), length);
  numberCodes(state, codes, symbols, longest);
}

/** Stores the canonical Huffman codes (RFC 1951, 3.2.2) beside the lengths in `codes`. */
function numberCodes(state: usize, codes: usize, symbols: i32, longest: i32): void {
  const perLength = state + PER_LENGTH;
  // Replaces the number of codes of each length by the next code of this length.
  let code = 0;
  for (let length = 1; length <= longest; length++) {
    const at = perLength + ((<usize>length) << 2);
    const count = load<i32>(at);
    store<i32>(at, code);
    code = (code + count) << 1;
  }
  for (let symbol = 0; symbol < symbols; symbol++) {
    const at = codes + ((<usize>symbol) << 2);
    const length = load<u32>(at);
    if (length === 0) continue;
    const next = perLength + ((<usize>length) << 2);
    store<u32>(at, length | (reverse(load<u32>(next), length) << 5));
    store<u32>(next, load<u32>(next) + 1);
  }
}

export function codesOfLengths(state: usize, codes: usize, symbols: i32, longest: i32): void {
  memory.fill(state + PER_LENGTH, 0, 64);
  for (let symbol = 0; symbol < symbols; symbol++) addCodes(state, load<i32>(codes + ((<usize>symbol) << 2)), 1);
  store<i32>(state + PER_LENGTH, 0);
  numberCodes(state, codes, symbols, longest);
}
