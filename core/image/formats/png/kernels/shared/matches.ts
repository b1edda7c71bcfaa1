// Finds deflate matches, which are repeated byte sequences, by hash chains, and chooses between a match and a literal.

import { observeToken, shouldEnd } from './block-end.ts';
import { addToken, endBlock, startBlock } from './deflate-blocks.ts';
import { CHAIN, HEADS_3, HEADS_4, LITERAL_COUNTS, SORTED } from './deflate-state.ts';

const WINDOW: i32 = 32_768;
export const LONGEST: i32 = 258;
/** Maximum distance of a match of three bytes. At a larger distance, three literals take fewer bits. */
const FAR_FOR_THREE: u32 = 4096;
const MAX_BLOCK_BYTES: u32 = 300_000;
/** Minimum number of bytes in a deflate block, and in the data after the block. */
export const MIN_BLOCK_BYTES: u32 = 5000;

function hash3(at: usize): usize {
  return ((load<u32>(at) & 0xffffff) * 0x1e35a7bd) >> 17;
}

function hash4(at: usize): usize {
  return (load<u32>(at) * 0x1e35a7bd) >> 16;
}

export function clearMatches(state: usize): void {
  memory.fill(state + HEADS_3, 0, CHAIN - HEADS_3);
}

/** Returns the last inserted position whose three bytes have the same hash as at `at`; 0 if there is none. */
function recentOfThree(state: usize, at: usize): usize {
  return load<u32>(state + HEADS_3 + (hash3(at) << 2));
}

/** Adds the position `at` to the hash tables. Returns the last position with the same hash of four bytes, or 0. */
export function insert(state: usize, at: usize): usize {
  store<u32>(state + HEADS_3 + (hash3(at) << 2), <u32>at);
  const head = state + HEADS_4 + (hash4(at) << 2);
  const earlier = load<u32>(head);
  store<u32>(previous(state, at), earlier);
  store<u32>(head, <u32>at);
  return earlier;
}

/** Returns the address of the last position before `at` with the same hash of four bytes. */
function previous(state: usize, at: usize): usize {
  return state + CHAIN + ((at & (WINDOW - 1)) << 2);
}

export function insertAll(state: usize, start: usize, end: usize): void {
  for (let at = start; at < end; at++) insert(state, at);
}

function matchLength(at: usize, earlier: usize, from: i32, most: i32): i32 {
  let length = from;
  while (length + 8 <= most) {
    const difference = load<u64>(at + length) ^ load<u64>(earlier + length);
    if (difference !== 0) return length + <i32>(ctz(difference) >> 3);
    length += 8;
  }
  while (length < most && load<u8>(at + length) === load<u8>(earlier + length)) length++;
  return length;
}

/** Inserts position `at`. Tries `depth` positions; returns the longest match above `least` bytes as a token, or 0. */
function longestMatch(state: usize, at: usize, least: i32, most: i32, nice: i32, depth: i32): u32 {
  const near = recentOfThree(state, at);
  let earlier = insert(state, at);
  if (most < 4) return 0;
  let best = least;
  let found: usize = 0;
  const word = load<u32>(at);
  // All positions are higher addresses than the hash tables, so an empty entry, 0, is always too far away.
  const reach = at - WINDOW;
  if (best < 3 && near > reach && at - near <= FAR_FOR_THREE && ((load<u32>(near) ^ word) & 0xffffff) === 0) {
    best = 3;
    found = near;
  }
  for (; earlier > reach && depth > 0; depth--) {
    if (load<u32>(earlier) === word && (best < 4 || load<u32>(earlier + best - 3) === load<u32>(at + best - 3))) {
      const length = matchLength(at, earlier, 4, most);
      if (length > best) {
        best = length;
        found = earlier;
        if (length >= nice) break;
      }
    }
    earlier = load<u32>(previous(state, earlier));
  }
  return found === 0 ? 0 : (best << 16) | <u32>(at - found - 1);
}

/** Inserts position `at`. Writes matches of ascending distance and length, and returns the end of the matches. */
export function collectMatches(state: usize, at: usize, most: i32, nice: i32, depth: i32, matches: usize): usize {
  const near = recentOfThree(state, at);
  let earlier = insert(state, at);
  if (most < 4) return matches;
  let best = 2;
  const word = load<u32>(at);
  const reach = at - WINDOW;
  if (near > reach && ((load<u32>(near) ^ word) & 0xffffff) === 0) {
    best = 3;
    store<u32>(matches, (3 << 16) | <u32>(at - near - 1));
    matches += 4;
  }
  for (; earlier > reach && depth > 0; depth--) {
    if (load<u32>(earlier) === word && (best < 4 || load<u32>(earlier + best - 3) === load<u32>(at + best - 3))) {
      const length = matchLength(at, earlier, 4, most);
      if (length > best) {
        best = length;
        store<u32>(matches, (best << 16) | <u32>(at - earlier - 1));
        matches += 4;
        if (length >= nice) break;
      }
    }
    earlier = load<u32>(previous(state, earlier));
  }
  return matches;
}

/** Returns the estimated advantage of a later match over an earlier one in quarters of a byte, as in libdeflate. */
function advantage(later: u32, earlier: u32): i32 {
  const longer = <i32>(later >> 16) - <i32>(earlier >> 16);
  return 4 * longer + <i32>clz((later & 0xffff) + 1) - <i32>clz((earlier & 0xffff) + 1);
}

/** Estimates the minimum useful length of a match from the number of distinct literals, as in libdeflate. */
function shortestMatch(literals: i32): i32 {
  if (literals < 6) return 9;
  if (literals < 8) return 8;
  if (literals < 10) return 7;
  if (literals < 16) return 6;
  if (literals < 45) return 5;
  return literals < 80 ? 4 : 3;
}

function usedLiterals(state: usize, start: usize, end: usize): i32 {
  const used = state + SORTED;
  memory.fill(used, 0, 256);
  let count = 0;
  for (let at = start; at < end; at++) {
    const mark = used + load<u8>(at);
    count += 1 - <i32>load<u8>(mark);
    store<u8>(mark, 1);
  }
  return count;
}

function commonLiterals(state: usize): i32 {
  const counts = state + LITERAL_COUNTS;
  let sum: u32 = 0;
  for (let symbol: usize = 0; symbol < 256; symbol++) sum += load<u32>(counts + (symbol << 2));
  const least = sum >> 10;
  let common = 0;
  for (let symbol: usize = 0; symbol < 256; symbol++) if (load<u32>(counts + (symbol << 2)) > least) common++;
  return common;
}

function add(state: usize, token: u32): void {
  addToken(state, token);
  observeToken(state, token);
}

/**
 * Compresses bytes as whole blocks by lazy matching, which also searches at the next position. `depth` limits compared
 * positions; a match of `nice` bytes stops the search.
 */
export function compress(state: usize, start: usize, end: usize, depth: i32, nice: i32, isLast: bool): void {
  let at = start;
  while (at < end) {
    const blockStart = at;
    const blockEnd = min(end, at + MAX_BLOCK_BYTES);
    startBlock(state);
    let least = shortestMatch(usedLiterals(state, at, min(blockEnd, at + 4096))) - 1;
    let review = at + 10_000;
    while (at < blockEnd) {
      if (at >= review) {
        least = shortestMatch(commonLiterals(state)) - 1;
        review = at + (at - blockStart);
      }
      let match = longestMatch(state, at, least, min(LONGEST, <i32>(end - at)), nice, depth);
      if (match === 0) {
        add(state, load<u8>(at));
        at++;
      } else {
        while (<i32>(match >> 16) < nice) {
          const length = <i32>(match >> 16);
          const next = longestMatch(state, at + 1, length - 1, min(LONGEST, <i32>(end - at - 1)), nice, depth >> 1);
          if (next === 0 || advantage(next, match) <= 2) break;
          add(state, load<u8>(at));
          at++;
          match = next;
        }
        const searched = <i32>(match >> 16) < nice ? 2 : 1;
        add(state, match);
        const matchEnd = at + (match >> 16);
        for (let skipped = at + searched; skipped < matchEnd; skipped++) insert(state, skipped);
        at = matchEnd;
      }
      const blockBytes = <u32>(at - blockStart);
      if (blockBytes >= MIN_BLOCK_BYTES && at + MIN_BLOCK_BYTES <= end && shouldEnd(state, blockBytes)) break;
    }
    endBlock(state, blockStart, at, isLast && at === end);
  }
}
