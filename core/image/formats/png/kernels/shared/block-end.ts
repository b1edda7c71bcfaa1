// Decides where a deflate block ends.

import { ENDS } from './deflate-state.ts';

/** Adds a token to the statistics for `shouldEnd`. */
export function observeToken(state: usize, token: u32): void {
  if (token < 256) observe(state, ((token >> 5) & 6) | (token & 1));
  else observe(state, token >= 9 << 16 ? 9 : 8);
}

// As in libdeflate, a block ends where the mix of token kinds changes. In memory: recent counts, earlier counts, sums.
const KINDS: usize = 10;
const EARLIER: usize = ENDS + 40;
const RECENT_SUM: usize = ENDS + 80;
const EARLIER_SUM: usize = ENDS + 84;
const RECENT_TOKENS: u32 = 512;
const SHORT_BLOCK: u32 = 10_000;
const SHORT_BLOCK_TOKENS: u32 = 8192;

function observe(state: usize, kind: u32): void {
  const at = state + ENDS + ((<usize>kind) << 2);
  store<u32>(at, load<u32>(at) + 1);
  store<u32>(state + RECENT_SUM, load<u32>(state + RECENT_SUM) + 1);
}

/** Returns true if a deflate block of `blockBytes` bytes should end after the recent tokens. */
export function shouldEnd(state: usize, blockBytes: u32): bool {
  const recent = load<u32>(state + RECENT_SUM);
  if (recent < RECENT_TOKENS) return false;
  const earlier = load<u32>(state + EARLIER_SUM);
  if (earlier > 0) {
    let change: u64 = 0;
    for (let kind: usize = 0; kind < KINDS; kind++) {
      const expected = <i64>load<u32>(state + EARLIER + (kind << 2)) * recent;
      const actual = <i64>load<u32>(state + ENDS + (kind << 2)) * earlier;
      change += <u64>abs(expected - actual);
    }
    let limit = ((<u64>recent * 200) / 512) * earlier;
    const tokens = recent + earlier;
    if (blockBytes < SHORT_BLOCK && tokens < SHORT_BLOCK_TOKENS)
      limit += (limit * (SHORT_BLOCK_TOKENS - tokens)) / SHORT_BLOCK_TOKENS;
    if (change + <u64>(blockBytes / 4096) * earlier >= limit) return true;
  }
  for (let kind: usize = 0; kind < KINDS; kind++) {
    const at = state + EARLIER + (kind << 2);
    store<u32>(at, load<u32>(at) + load<u32>(state + ENDS + (kind << 2)));
  }
  store<u32>(state + EARLIER_SUM, earlier + recent);
  memory.fill(state + ENDS, 0, 40);
  store<u32>(state + RECENT_SUM, 0);
  return false;
}
