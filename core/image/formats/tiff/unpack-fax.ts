import type { Unpacked } from './unpack-bytes.ts';

interface FaxCoding {
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

/** Codes of run lengths 0 to 63, then of 64, 128, … 1728 (ITU-T T.4, tables 2 and 3a). */
const WHITE_CODES =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 ' +
  '0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 ' +
  '00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 ' +
  '00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 ' +
  '01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100 ' +
  '11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 ' +
  '011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 ' +
  '010011010 011000 010011011';

const BLACK_CODES =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 ' +
  '0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 ' +
  '00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 ' +
  '000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 ' +
  '000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 ' +
  '000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 ' +
  '000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111 ' +
  '0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 ' +
  '0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 ' +
  '0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 ' +
  '0000001011011 0000001100100 0000001100101';

/** Codes of 1792, 1856, … 2560 of both colors (ITU-T T.4, table 3b). */
const LONG_CODES =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 ' +
  '000000010111 000000011100 000000011101 000000011110 000000011111';

/** Names of the codes of two-dimensional coding (ITU-T T.4, table 4): vertical modes are distances plus `VERTICAL`. */
const modes = { pass: 0, horizontal: 1, VERTICAL: 5 } as const;

const MODE_CODES: readonly (readonly [code: string, mode: number])[] = [
  ['0001', modes.pass],
  ['001', modes.horizontal],
  ['1', modes.VERTICAL],
  ['011', modes.VERTICAL + 1],
  ['000011', modes.VERTICAL + 2],
  ['0000011', modes.VERTICAL + 3],
  ['010', modes.VERTICAL - 1],
  ['000010', modes.VERTICAL - 2],
  ['0000010', modes.VERTICAL - 3],
];

const CODE_BITS = 13;

/** Table by the next 13 bits: value << 4 | length of the code; 0 for invalid codes. */
function tableOf(codes: readonly (readonly [code: string, value: number])[]): Uint16Array {
  const table = new Uint16Array(1 << CODE_BITS);
  for (const [code, value] of codes) {
    const first = Number.parseInt(code, 2) << (CODE_BITS - code.length);
    table.fill((value << 4) | code.length, first, first + (1 << (CODE_BITS - code.length)));
  }
  return table;
}

const runsOf = (codes: string) =>
  [...codes.split(' '), ...LONG_CODES.split(' ')].map(
    (code, index) => [code, index < 64 ? index : (index - 63) * 64] as const,
  );

const whiteRuns: Uint16Array = tableOf(runsOf(WHITE_CODES));
const blackRuns: Uint16Array = tableOf(runsOf(BLACK_CODES));
const modeTable: Uint16Array = tableOf(MODE_CODES);
