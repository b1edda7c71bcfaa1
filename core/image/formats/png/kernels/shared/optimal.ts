// Compresses deflate blocks at the minimum cost in bits (optimal parsing), which is slower than lazy matching.

import { observeToken, shouldEnd } from './block-end.ts';
import {
  addToken,
  countToken,
  distanceSymbol,
  endBlock,
  lengthSymbol,
  startBlock,
  startCounts,
} from './deflate-blocks.ts';
import {
  DISTANCE_CODES,
  DISTANCE_COSTS,
  DISTANCE_COUNTS,
  FOUND,
  LENGTH_COSTS,
  LITERAL_CODES,
  LITERAL_COSTS,
  LITERAL_COUNTS,
  PATH,
} from './deflate-state.ts';
import { buildCodes } from './huffman.ts';
import { collectMatches, insert, LONGEST, MIN_BLOCK_BYTES } from './matches.ts';

/** Maximum number of positions in a deflate block, and of stored matches and match counts, to limit the memory. */
const MAX_BLOCK_BYTES: usize = 100_000;
const MAX_FOUND: usize = 1_000_000;

/** Assumed Huffman code length in bits of a symbol that doesn't occur in the block so far. */
const RARE_LITERAL: u32 = 13;
const RARE_DISTANCE: u32 = 10;

function codeLength(codes: usize, symbol: u32, rare: u32): u32 {
  const length = load<u32>(codes + ((<usize>(symbol & 0xffff)) << 2)) & 31;
  return (length === 0 ? rare : length) + (symbol >> 16);
}

/** Builds Huffman codes from symbol counts, and computes the costs in bits of literals, lengths and distances. */
function updateCosts(state: usize): void {
  const literals = state + LITERAL_CODES;
  const distances = state + DISTANCE_CODES;
  buildCodes(state, state + LITERAL_COUNTS, 286, 15, literals);
  buildCodes(state, state + DISTANCE_COUNTS, 30, 15, distances);
  for (let byte: u32 = 0; byte < 256; byte++)
    store<u32>(state + LITERAL_COSTS + ((<usize>byte) << 2), codeLength(literals, byte, RARE_LITERAL));
  for (let length: u32 = 3; length <= <u32>LONGEST; length++)
    store<u32>(state + LENGTH_COSTS + ((<usize>length) << 2), codeLength(literals, lengthSymbol(length), RARE_LITERAL));
  for (let symbol: u32 = 0; symbol < 30; symbol++) {
    const extra: u32 = symbol < 4 ? 0 : (symbol >> 1) - 1;
    store<u32>(
      state + DISTANCE_COSTS + ((<usize>symbol) << 2),
      codeLength(distances, symbol | (extra << 16), RARE_DISTANCE),
    );
  }
}

/** Finds the cheapest path of tokens from end to start. A step is a cost, then a token (0 for a literal). */
function findPath(state: usize, start: usize, end: usize, foundEnd: usize): void {
  const path = state + PATH;
  const literals = state + LITERAL_COSTS;
  const lengths = state + LENGTH_COSTS;
  const distances = state + DISTANCE_COSTS;
  store<u32>(path + ((end - start) << 3), 0);
  let found = foundEnd;
  for (let at = end - 1; at >= start; at--) {
    const step = path + ((at - start) << 3);
    let least = load<u32>(step, 8) + load<u32>(literals + ((<usize>load<u8>(at)) << 2));
    let token: u32 = 0;
    found -= 4;
    const matches: usize = load<u32>(found);
    found -= matches << 2;
    let length: u32 = 3;
    for (let match: usize = 0; match < matches; match++) {
      const entry = load<u32>(found + (match << 2));
      const offset = entry & 0xffff;
      const far = load<u32>(distances + ((<usize>(distanceSymbol(offset) & 0xffff)) << 2));
      for (const longest = min<u32>(entry >> 16, <u32>(end - at)); length <= longest; length++) {
        const cost = far + load<u32>(lengths + ((<usize>length) << 2)) + load<u32>(step + ((<usize>length) << 3));
        if (cost >= least) continue;
        least = cost;
        token = (length << 16) | offset;
      }
    }
    store<u32>(step, least);
    store<u32>(step, token, 4);
  }
}

function countPath(state: usize, start: usize, end: usize): void {
  startCounts(state);
  for (let at = start; at < end; ) {
    const token = load<u32>(state + PATH + ((at - start) << 3), 4);
    countToken(state, token === 0 ? load<u8>(at) : token);
    at += token === 0 ? 1 : token >> 16;
  }
}

/**
 * Compresses bytes as whole blocks by optimal parsing. `depth` limits compared positions; a match of `nice` bytes has
 * no alternatives. Each of `rounds` computes a block's path with the costs of the previous path.
 */
export function compressOptimally(
  state: usize,
  start: usize,
  end: usize,
  depth: i32,
  nice: i32,
  rounds: i32,
  isLast: bool,
): void {
  let at = start;
  while (at < end) {
    const blockStart = at;
    const blockEnd = min(end, at + MAX_BLOCK_BYTES);
    let found = state + FOUND;
    const foundLimit = found + ((MAX_FOUND - 300) << 2);
    startBlock(state);
    let greedy = at;
    while (at < blockEnd && found < foundLimit) {
      const first = found;
      found = collectMatches(state, at, min(LONGEST, <i32>(blockEnd - at)), nice, depth, found);
      const matches = (found - first) >> 2;
      store<u32>(found, <u32>matches);
      found += 4;
      const best: u32 = matches === 0 ? 0 : load<u32>(found - 8);
      const length = best >> 16;
      // Chooses matches greedily for the statistics that determine the first costs and the end of the block.
      if (at === greedy) {
        const isMatch = length > 4 || (length > 2 && (best & 0xffff) < 512);
        const token = isMatch ? best : <u32>load<u8>(at);
        countToken(state, token);
        observeToken(state, token);
        greedy = at + <usize>(isMatch ? length : 1);
      }
      at++;
      if (<i32>length >= nice) {
        const matchEnd = at - 1 + length;
        for (; at < matchEnd; at++) {
          insert(state, at);
          store<u32>(found, 0);
          found += 4;
        }
        greedy = at;
      }
      const blockBytes = <u32>(at - blockStart);
      if (blockBytes >= MIN_BLOCK_BYTES && at + MIN_BLOCK_BYTES <= end && shouldEnd(state, blockBytes)) break;
    }
    for (let round = 0; round < rounds; round++) {
      updateCosts(state);
      findPath(state, blockStart, at, found);
      countPath(state, blockStart, at);
    }
    startBlock(state);
    for (let from = blockStart; from < at; ) {
      const token = load<u32>(state + PATH + ((from - blockStart) << 3), 4);
      addToken(state, token === 0 ? load<u8>(from) : token);
      from += token === 0 ? 1 : token >> 16;
    }
    endBlock(state, blockStart, at, isLast && at === end);
  }
}
