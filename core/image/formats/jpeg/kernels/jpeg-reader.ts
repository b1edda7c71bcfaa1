// Implements core/image/formats/jpeg/jpeg-reader-kernels.ts in AssemblyScript with SIMD. `npm run kernels` compiles this file.

import { paintHalf, paintLevel, paintQuarter, paintWhole } from './shared/inverse-dct.ts';
import {
  APPENDED,
  AT,
  BITS,
  COUNT,
  END,
  extend,
  isPadding,
  nextCode,
  refill,
  TABLE_BYTES,
} from './shared/jpeg-bits.ts';
import { colorRow, doubleColumns, grayRow, mixRows, widenRow } from './shared/rows.ts';

export { colorRow, doubleColumns, grayRow, mixRows, widenRow };

// Byte offsets of fields in the state of the JPEG decoder. The fields of the bit reader come first.
/** Number of MCUs until the next restart marker. */
const UNTIL_RESTART = 24;
/** Number of the next restart marker, 0 to 7. */
const RESTART = 28;
/** DC predictors of three components, 32 bits each. */
const LEVELS = 32;

/** Bits of the data that one look-up in a table of skipped coefficients covers. */
const SKIP = 12;

/**
 * Reads a block in row order to cleared memory. Coefficients after the zigzag position `last` may be skipped. Returns
 * the zigzag position after the last value that was read; 0 if invalid.
 */
function readBlock(
  state: usize,
  tables: usize,
  limits: usize,
  zigzag: usize,
  level: usize,
  block: usize,
  last: i32,
): i32 {
  const skips = tables + 2 * TABLE_BYTES;
  let bits = load<u64>(state, BITS);
  let count = load<i32>(state, COUNT);
  let table = tables;
  let place = 0;
  let reached = 1;
  while (place < 64) {
    if (count < 32) {
      store<i32>(state, count, COUNT);
      refill(state);
      bits = load<u64>(state, BITS);
      count = load<i32>(state, COUNT);
    }
    if (place > last) {
      const skipped = load<u16>(skips + ((<usize>((bits >> (count - SKIP)) & ((1 << SKIP) - 1))) << 1));
      const next = place + <i32>((skipped >> 4) & 127);
      if (skipped !== 0 && next < 64) {
        count -= <i32>(skipped & 15);
        place = next;
        if (skipped >> 11) break;
        continue;
      }
    }
    const entry = nextCode(table, bits, count);
    if (entry === 0) return 0;
    count -= entry >> 8;
    const symbol = <i32>(entry & 255);
    const size = symbol & 15;
    count -= size;
    if (place === 0) {
      if (symbol > 15) return 0;
      const difference = size === 0 ? 0 : extend(<i32>(bits >> count) & ((1 << size) - 1), size);
      const value = load<i32>(level) + difference;
      if (abs(value) > <i32>load<u16>(limits)) return 0;
      store<i32>(level, value);
      store<i16>(block, value);
      place = 1;
      table = tables + TABLE_BYTES;
      continue;
    }
    if (size === 0) {
      if (symbol !== 0xf0) break;
      place += 16;
      if (place > 64) return 0;
      continue;
    }
    place += symbol >> 4;
    if (place > 63) return 0;
    const value = extend(<i32>(bits >> count) & ((1 << size) - 1), size);
    if (abs(value) > <i32>load<u16>(limits + ((<usize>place) << 1))) return 0;
    store<i16>(block + ((<usize>load<u8>(zigzag + <usize>place)) << 1), value);
    place++;
    reached = place;
  }
  store<u64>(state, bits, BITS);
  store<i32>(state, count, COUNT);
  return reached;
}

/** Returns the last zigzag position whose coefficient a painted block of this side needs. */
function lastNeeded(side: usize): i32 {
  return side === 8 ? 63 : side === 4 ? 24 : 4;
}

function clearBlock(block: usize): void {
  for (let row: usize = 0; row < 8; row++) v128.store(block + row * 16, i16x8.splat(0));
}

/** Reads a restart marker (T.81, F.2.1.3.1). Returns false for bits other than padding and the marker. */
function restart(state: usize): bool {
  const at = <usize>load<u32>(state, AT);
  const number = load<i32>(state, RESTART);
  if (!isPadding(state) || at + 1 >= <usize>load<u32>(state, END)) return false;
  if (load<u8>(at) !== 255 || load<u8>(at, 1) !== <u8>(0xd0 + number)) return false;
  store<u32>(state, <u32>at + 2, AT);
  store<i32>(state, 0, COUNT);
  store<i32>(state, 0, APPENDED);
  store<i32>(state, (number + 1) & 7, RESTART);
  for (let component: usize = 0; component < 3; component++) store<i32>(state + LEVELS + component * 4, 0);
  return true;
}

export function readUnits(
  state: usize,
  components: usize,
  count: i32,
  units: i32,
  interval: i32,
  zigzag: usize,
  scratch: usize,
  firstPainted: i32,
  endPainted: i32,
): bool {
  const block = scratch + 256;
  for (let unit = 0; unit < units; unit++) {
    if (interval > 0) {
      if (load<i32>(state, UNTIL_RESTART) === 0) {
        if (!restart(state)) return false;
        store<i32>(state, interval, UNTIL_RESTART);
      }
      store<i32>(state, load<i32>(state, UNTIL_RESTART) - 1, UNTIL_RESTART);
    }
    const isPainted = unit >= firstPainted && unit < endPainted;
    for (let component = 0; component < count; component++) {
      const own = components + ((<usize>component) << 5);
      const across = load<i32>(own);
      const down = load<i32>(own, 4);
      const pitch = <usize>load<u32>(own, 12);
      const side = <usize>load<u32>(own, 28);
      const last = lastNeeded(side);
      const level = state + LEVELS + ((<usize>component) << 2);
      for (let row = 0; row < down; row++)
        for (let column = 0; column < across; column++) {
          const tables = <usize>load<u32>(own, 20);
          const limits = <usize>load<u32>(own, 24);
          const reached = readBlock(state, tables, limits, zigzag, level, block, last);
          if (reached === 0) return false;
          if (isPainted) {
            const target = <usize>load<u32>(own, 8) + (<usize>row * pitch + <usize>(unit * across + column)) * side;
            const steps = <usize>load<u32>(own, 16);
            if (reached === 1) paintLevel(block, steps, target, pitch, side);
            else if (side === 8) paintWhole(block, steps, scratch, target, pitch);
            else if (side === 4) paintHalf(block, steps, target, pitch);
            else paintQuarter(block, steps, target, pitch);
          }
          if (reached > 1) clearBlock(block);
        }
    }
  }
  return load<i32>(state, COUNT) >= load<i32>(state, APPENDED);
}
