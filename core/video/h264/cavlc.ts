import type { BitWriter } from './bits.ts';

/**
 * Writes a block of transform coefficients by CAVLC (ITU-T H.264, 7.3.5.3.2 and 9.2), from the encoder's side.
 * @param levels quantized coefficients in zigzag order; `length` is 16, 15 for chroma AC, or 4 for chroma DC
 * @param context mean number of coefficients of the blocks to the left and above, or `'chromaDc'`
 * @returns the number of coefficients that aren't zero
 */
export function writeResidual(
  writer: BitWriter,
  levels: Int32Array,
  from: number,
  length: number,
  context: number | 'chromaDc',
): number {
  let total = 0;
  let ones = 0;
  let zeros = 0;
  let canBeOne = true;
  for (let index = from + length - 1; index >= from; index--) {
    const level = levels[index] as number;
    if (level === 0) {
      if (total > 0) zeros++;
      continue;
    }
    places[total] = index - from;
    coefficients[total++] = level;
    canBeOne &&= ones < 3 && Math.abs(level) === 1;
    if (canBeOne) ones++;
  }
  writeToken(writer, total, ones, context);
  if (total === 0) return 0;
  for (let index = 0; index < ones; index++) writer.writeBits((coefficients[index] as number) < 0 ? 1 : 0, 1);
  writeLevels(writer, total, ones);
  if (total < length) {
    const table = context === 'chromaDc' ? chromaTotalZeros : totalZeros;
    writeCode(writer, table[total - 1] as Codes, zeros);
  }
  writeRuns(writer, total, zeros);
  return total;
}

/** Values and places of the block's coefficients, highest frequency first. */
const coefficients = new Int32Array(16);
const places = new Int32Array(16);

function writeToken(writer: BitWriter, total: number, ones: number, context: number | 'chromaDc'): void {
  if (context !== 'chromaDc' && context >= 8) {
    writer.writeBits(total === 0 ? 3 : ((total - 1) << 2) | ones, 6);
    return;
  }
  const table = context === 'chromaDc' ? 3 : context < 2 ? 0 : context < 4 ? 1 : 2;
  writeCode(writer, (coeffTokens[table] as readonly Codes[])[total] as Codes, ones);
}

/** Writes the coefficients that aren't trailing ones (H.264, 9.2.2.1). */
function writeLevels(writer: BitWriter, total: number, ones: number): void {
  let suffixBits = total > 10 && ones < 3 ? 1 : 0;
  for (let index = ones; index < total; index++) {
    const level = coefficients[index] as number;
    let code = level > 0 ? 2 * level - 2 : -2 * level - 1;
    if (index === ones && ones < 3) code -= 2;
    writeLevelCode(writer, code, suffixBits);
    if (suffixBits === 0) suffixBits = 1;
    if (suffixBits < 6 && Math.abs(level) > 3 << (suffixBits - 1)) suffixBits++;
  }
}

function writeLevelCode(writer: BitWriter, code: number, suffixBits: number): void {
  const longest = suffixBits === 0 ? 30 : 15 << suffixBits;
  if (code >= longest) {
    writer.writeBits(1, 16);
    writer.writeBits(code - longest, 12);
  } else if (suffixBits > 0) {
    writer.writeBits(1, (code >> suffixBits) + 1);
    writer.writeBits(code & ((1 << suffixBits) - 1), suffixBits);
  } else if (code < 14) {
    writer.writeBits(1, code + 1);
  } else {
    writer.writeBits(1, 15);
    writer.writeBits(code - 14, 4);
  }
}

/** Writes the number of zeros before each coefficient (H.264, 9.2.3). */
function writeRuns(writer: BitWriter, total: number, zeros: number): void {
  let left = zeros;
  for (let index = 0; index < total - 1 && left > 0; index++) {
    const run = (places[index] as number) - (places[index + 1] as number) - 1;
    writeCode(writer, runsBefore[Math.min(left, 7) - 1] as Codes, run);
    left -= run;
  }
}

/** Codes of a table's row: value and number of bits of each. */
type Codes = readonly { readonly value: number; readonly bits: number }[];

function writeCode(writer: BitWriter, codes: Codes, index: number): void {
  const code = codes[index] as Codes[number];
  writer.writeBits(code.value, code.bits);
}

const parseRow = (row: string): Codes =>
  row.split(' ').map((code) => ({ value: Number.parseInt(code, 2), bits: code.length }));

/** Codes of `coeff_token` by context, number of coefficients, and number of trailing ones (H.264, table 9-5). */
// biome-ignore format: a table
const COEFF_TOKENS: readonly (readonly string[])[] = [
  [ // nC 0 and 1
    '1',
    '000101 01',
    '00000111 000100 001',
    '000000111 00000110 0000101 00011',
    '0000000111 000000110 00000101 000011',
    '00000000111 0000000110 000000101 0000100',
    '0000000001111 00000000110 0000000101 00000100',
    '0000000001011 0000000001110 00000000101 000000100',
    '0000000001000 0000000001010 0000000001101 0000000100',
    '00000000001111 00000000001110 0000000001001 00000000100',
    '00000000001011 00000000001010 00000000001101 0000000001100',
    '000000000001111 000000000001110 00000000001001 00000000001100',
    '000000000001011 000000000001010 000000000001101 00000000001000',
    '0000000000001111 000000000000001 000000000001001 000000000001100',
    '0000000000001011 0000000000001110 0000000000001101 000000000001000',
    '0000000000000111 0000000000001010 0000000000001001 0000000000001100',
    '0000000000000100 0000000000000110 0000000000000101 0000000000001000',
  ],
  [ // nC 2 and 3
    '11',
    '001011 10',
    '000111 00111 011',
    '0000111 001010 001001 0101',
    '00000111 000110 000101 0100',
    '00000100 0000110 0000101 00110',
    '000000111 00000110 00000101 001000',
    '00000001111 000000110 000000101 000100',
    '00000001011 00000001110 00000001101 0000100',
    '000000001111 00000001010 00000001001 000000100',
    '000000001011 000000001110 000000001101 00000001100',
    '000000001000 000000001010 000000001001 00000001000',
    '0000000001111 0000000001110 0000000001101 000000001100',
    '0000000001011 0000000001010 0000000001001 0000000001100',
    '0000000000111 00000000001011 0000000000110 0000000001000',
    '00000000001001 00000000001000 00000000001010 0000000000001',
    '00000000000111 00000000000110 00000000000101 00000000000100',
  ],
  [ // nC 4 to 7
    '1111',
    '001111 1110',
    '001011 01111 1101',
    '001000 01100 01110 1100',
    '0001111 01010 01011 1011',
    '0001011 01000 01001 1010',
    '0001001 001110 001101 1001',
    '0001000 001010 001001 1000',
    '00001111 0001110 0001101 01101',
    '00001011 00001110 0001010 001100',
    '000001111 00001010 00001101 0001100',
    '000001011 000001110 00001001 00001100',
    '000001000 000001010 000001101 00001000',
    '0000001101 000000111 000001001 000001100',
    '0000001001 0000001100 0000001011 0000001010',
    '0000000101 0000001000 0000000111 0000000110',
    '0000000001 0000000100 0000000011 0000000010',
  ],
  [ // chroma DC
    '01',
    '000111 1',
    '000100 000110 001',
    '000011 0000011 0000010 000101',
    '000010 00000011 00000010 0000000',
  ],
];
/** Codes of `total_zeros` by number of coefficients from 1 (H.264, tables 9-7 and 9-8). */
const TOTAL_ZEROS: readonly string[] = [
  '1 011 010 0011 0010 00011 00010 000011 000010 0000011 0000010 00000011 00000010 000000011 000000010 000000001',
  '111 110 101 100 011 0101 0100 0011 0010 00011 00010 000011 000010 000001 000000',
  '0101 111 110 101 0100 0011 100 011 0010 00011 00010 000001 00001 000000',
  '00011 111 0101 0100 110 101 100 0011 011 0010 00010 00001 00000',
  '0101 0100 0011 111 110 101 100 011 0010 00001 0001 00000',
  '000001 00001 111 110 101 100 011 010 0001 001 000000',
  '000001 00001 101 100 011 11 010 0001 001 000000',
  '000001 0001 00001 011 11 10 010 001 000000',
  '000001 000000 0001 11 10 001 01 00001',
  '00001 00000 001 11 10 01 0001',
  '0000 0001 001 010 1 011',
  '0000 0001 01 1 001',
  '000 001 1 01',
  '00 01 1',
  '0 1',
];
/** Codes of `total_zeros` of chroma DC (H.264, table 9-9). */
const CHROMA_TOTAL_ZEROS: readonly string[] = ['1 01 001 000', '1 01 00', '1 0'];
/** Codes of `run_before` by number of zeros left; the last row is for 7 and more (H.264, table 9-10). */
const RUNS_BEFORE: readonly string[] = [
  '1 0',
  '1 01 00',
  '11 10 01 00',
  '11 10 01 001 000',
  '11 10 011 010 001 000',
  '11 000 001 011 010 101 100',
  '111 110 101 100 011 010 001 0001 00001 000001 0000001 00000001 000000001 0000000001 00000000001',
];

const coeffTokens: readonly (readonly Codes[])[] = COEFF_TOKENS.map((rows) => rows.map(parseRow));
const totalZeros: readonly Codes[] = TOTAL_ZEROS.map(parseRow);
const chromaTotalZeros: readonly Codes[] = CHROMA_TOTAL_ZEROS.map(parseRow);
const runsBefore: readonly Codes[] = RUNS_BEFORE.map(parseRow);
