import { blackRuns, CODE_BITS, modes, modeTable, whiteRuns } from './fax-codes.ts';
import type { Unpacked } from './unpack-bytes.ts';

export interface FaxCoding {
  readonly kind: 'modified-huffman' | 'fax3' | 'fax4';
  /** True if a bit after each end-of-line code states whether the row refers to the row above. */
  readonly isTwoDimensional: boolean;
}

/** End of line (ITU-T T.4, 4.1.2): at least 11 zeros, then a one. */
const EOL_ZEROS = 11;

/**
 * Decompresses ITU-T T.4 and T.6 up to the data's end or `target`'s end. Black pixels are ones. As in libtiff, the rest
 * of a row with an invalid code is white, and T.4 continues at the next end-of-line code. Without these codes, an invalid
 * code ends the image.
 */
export function unpackFax(packed: Uint8Array, target: Uint8Array, width: number, coding: FaxCoding): Unpacked {
  const { kind, isTwoDimensional } = coding;
  const rowBytes = Math.ceil(width / 8);
  const bits = new BitReader(packed);
  // Positions at which the color changes in the row above; `width`, repeated, marks the end.
  let above: number[] = [width, width, width];
  let count = 0;
  // Rows with an invalid code, or with other bits before the next end-of-line code.
  let badRows = 0;
  let [isLost, hasEnds] = [false, false];
  target.fill(0);
  // Each damaged end of line can hide a row.
  const finish = (): Unpacked => {
    const missing = (target.length - count) / rowBytes;
    return { count: missing <= badRows ? target.length : count, isWrong: badRows > 0 };
  };
  while (count + rowBytes <= target.length) {
    let refersToAbove = kind === 'fax4';
    if (kind === 'fax3') {
      let hasEnd = bits.skipEndOfLine();
      if (!hasEnd && (isLost || hasEnds)) {
        hasEnd = bits.seekEndOfLine();
        if (!hasEnd) hasEnds = false;
        else if (!isLost) badRows++;
      }
      if (!hasEnd && (isLost || isTwoDimensional)) return finish();
      if (isTwoDimensional) refersToAbove = bits.read(1) === 0;
      // Two end-of-line codes in a row end the image.
      if (hasEnd && bits.skipEndOfLine()) return finish();
      hasEnds ||= hasEnd && count > 0;
    } else if (kind === 'modified-huffman') bits.alignToByte();
    const changes: number[] = [];
    const reached = refersToAbove ? readRowByAbove(bits, above, width, changes) : readRow(bits, width, changes);
    isLost = reached < width || bits.isPastEnd;
    if (isLost) {
      if (kind !== 'fax3') return { count };
      badRows++;
      if (changes.length % 2 === 1) addChange(changes, reached, width);
    }
    paint(changes, target.subarray(count, count + rowBytes), width);
    count += rowBytes;
    changes.push(width, width, width);
    above = changes;
  }
  return { count, isWrong: badRows > 0 };
}

/**
 * Reads a row of alternating white and black runs to positions at which the color changes. Returns the position that was
 * reached: `width`, or the position of an invalid code.
 */
function readRow(bits: BitReader, width: number, changes: number[]): number {
  let at = 0;
  for (let isBlack = false; at < width; isBlack = !isBlack) {
    const run = readRun(bits, isBlack);
    if (run.length > width - at) return at;
    at += run.length;
    if (!run.isWhole) return at;
    addChange(changes, at, width);
  }
  return width;
}

/** Reads a row whose color changes are coded relative to the row above (ITU-T T.4, 4.2; T.6, 2.2). */
function readRowByAbove(bits: BitReader, above: readonly number[], width: number, changes: number[]): number {
  // In T.4, `at` is called a0, and `next` b1: the next change in the row above to the opposite color.
  let [at, index, isBlack] = [-1, 0, false];
  while (at < width) {
    while ((above[index] as number) <= at && (above[index] as number) < width) index += 2;
    const next = above[index] as number;
    const mode = bits.look(modeTable);
    if (mode === undefined) return Math.max(0, at);
    if (mode === modes.pass) {
      at = above[index + 1] ?? width;
      continue;
    }
    if (mode === modes.horizontal) {
      at = Math.max(0, at);
      for (const isDark of [isBlack, !isBlack]) {
        const run = readRun(bits, isDark);
        if (run.length > width - at) return at;
        at += run.length;
        if (!run.isWhole) return at;
        addChange(changes, at, width);
      }
      continue;
    }
    const change = next + mode - modes.VERTICAL;
    if (change < Math.max(0, at) || change > width) return Math.max(0, at);
    at = change;
    addChange(changes, at, width);
    isBlack = !isBlack;
    index = index > 0 ? index - 1 : 1;
  }
  return width;
}

/** Adds a change of color. Two changes at the same position cancel each other, so both are removed. */
function addChange(changes: number[], at: number, width: number): void {
  if (changes.at(-1) === at) changes.pop();
  else if (at < width) changes.push(at);
}

/** Reads the codes of a run, of which only the last is below 64. An invalid code ends the run. */
function readRun(bits: BitReader, isBlack: boolean): { readonly length: number; readonly isWhole: boolean } {
  let length = 0;
  for (;;) {
    const part = bits.look(isBlack ? blackRuns : whiteRuns);
    length += part ?? 0;
    if (part === undefined || part < 64) return { length, isWhole: part !== undefined };
  }
}

function paint(changes: readonly number[], row: Uint8Array, width: number): void {
  for (let index = 0; index < changes.length; index += 2) {
    const [start, end] = [changes[index] as number, changes[index + 1] ?? width];
    const [first, last] = [start >> 3, (end - 1) >> 3];
    const [left, right] = [0xff >> (start & 7), 0xff & (0xff << (7 - ((end - 1) & 7)))];
    if (first === last) row[first] = (row[first] as number) | (left & right);
    else {
      row[first] = (row[first] as number) | left;
      row.fill(0xff, first + 1, last);
      row[last] = (row[last] as number) | right;
    }
  }
}

/** Reads bits, most significant bit first. After the data's end, bits are zero. */
class BitReader {
  private position = 0;
  private readonly length: number;

  constructor(private readonly bytes: Uint8Array) {
    this.length = bytes.length * 8;
  }

  get isPastEnd(): boolean {
    return this.position > this.length;
  }

  private peek(count: number): number {
    const at = this.position >> 3;
    const { bytes } = this;
    const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    return (word >> (24 - (this.position & 7) - count)) & ((1 << count) - 1);
  }

  read(count: number): number {
    const value = this.peek(count);
    this.position += count;
    return value;
  }

  /** Reads a code by its table; `undefined` for an invalid code, or after the end of the data. */
  look(table: Uint16Array): number | undefined {
    const entry = table[this.peek(CODE_BITS)] as number;
    if (entry === 0 || this.isPastEnd) return undefined;
    this.position += entry & 15;
    return entry >> 4;
  }

  /** Skips an end-of-line code with any number of fill bits; returns false if another code follows. */
  skipEndOfLine(): boolean {
    if (this.peek(EOL_ZEROS) !== 0) return false;
    let at = this.position + EOL_ZEROS;
    while (at < this.length && ((this.bytes[at >> 3] as number) & (0x80 >> (at & 7))) === 0) {
      // Skips whole bytes of fill bits.
      at += (at & 7) === 0 && this.bytes[at >> 3] === 0 ? 8 : 1;
    }
    this.position = Math.min(this.length, at) + 1;
    return at < this.length;
  }

  /** Skips all bits up to and including the next end-of-line code; returns false if there is none. */
  seekEndOfLine(): boolean {
    let zeros = 0;
    for (let at = this.position; at < this.length; at++) {
      const isZero = ((this.bytes[at >> 3] as number) & (0x80 >> (at & 7))) === 0;
      if (!isZero && zeros >= EOL_ZEROS) {
        this.position = at + 1;
        return true;
      }
      zeros = isZero ? zeros + 1 : 0;
    }
    return false;
  }

  alignToByte(): void {
    this.position = Math.ceil(this.position / 8) * 8;
  }
}
