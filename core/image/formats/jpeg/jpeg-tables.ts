/** Row-order index of each zigzag position (T.81, figure A.6). */
// biome-ignore format: eight by eight
export const ZIGZAG: readonly number[] = [
  0, 1, 8, 16, 9, 2, 3, 10,
  17, 24, 32, 25, 18, 11, 4, 5,
  12, 19, 26, 33, 40, 48, 41, 34,
  27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36,
  29, 22, 15, 23, 30, 37, 44, 51,
  58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
];

/** Luma quantization table (T.81, table K.1), in row order. */
// biome-ignore format: eight by eight
const LUMA: readonly number[] = [
  16, 11, 10, 16, 24, 40, 51, 61,
  12, 12, 14, 19, 26, 58, 60, 55,
  14, 13, 16, 24, 40, 57, 69, 56,
  14, 17, 22, 29, 51, 87, 80, 62,
  18, 22, 37, 56, 68, 109, 103, 77,
  24, 35, 55, 64, 81, 104, 113, 92,
  49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];

/** Upper left corner of the chroma quantization table (T.81, table K.2); all other entries are 99. */
const CHROMA_CORNER: readonly (readonly number[])[] = [
  [17, 18, 24, 47],
  [18, 21, 26, 66],
  [24, 26, 56],
  [47, 66],
];
const CHROMA: readonly number[] = Array.from({ length: 64 }, (_, at) => CHROMA_CORNER[at >> 3]?.[at & 7] ?? 99);

/** Returns luma and chroma quantization tables in row order, scaled like libjpeg's for a quality from 0 to 1. */
export function quantizationSteps(quality: number): { readonly luma: number[]; readonly chroma: number[] } {
  const percent = Math.min(100, Math.max(1, Math.round(quality * 100)));
  const scale = percent < 50 ? Math.trunc(5000 / percent) : 200 - percent * 2;
  const scaled = (step: number) => Math.min(255, Math.max(1, Math.trunc((step * scale + 50) / 100)));
  return { luma: LUMA.map(scaled), chroma: CHROMA.map(scaled) };
}

/** A Huffman table as in DHT: numbers of codes of 1 to 16 bits, and symbols in code order. */
export interface HuffmanTable {
  readonly lengths: readonly number[];
  readonly symbols: readonly number[];
}

const MOST_BITS = 16;
/** An unused symbol above the symbols 0 to 255. It receives the code of all ones, because T.81 reserves this code. */
const RESERVED = 256;

/** Returns the optimal JPEG Huffman table for symbol counts (T.81, K.2). */
export function bestTable(counts: Uint32Array): HuffmanTable {
  const sizes = codeLengths(counts);
  const symbols = Array.from({ length: RESERVED }, (_, symbol) => symbol)
    .filter((symbol) => sizes[symbol] !== 0)
    .sort((one, other) => (sizes[one] as number) - (sizes[other] as number) || one - other);
  return { lengths: shortened(sizes), symbols };
}

/** Returns Huffman code lengths; 0 for unused symbols. Of two equal counts, merges the higher symbol first. */
function codeLengths(counts: Uint32Array): Uint8Array {
  const left = Float64Array.from([...counts.subarray(0, RESERVED), 1]);
  const sizes = new Uint8Array(RESERVED + 1);
  const members = Array.from(sizes, (_, symbol) => [symbol]);
  for (;;) {
    const least = rarest(left);
    const next = rarest(left, least);
    if (next < 0) return sizes;
    left[least] = (left[least] as number) + (left[next] as number);
    left[next] = 0;
    (members[least] as number[]).push(...(members[next] as number[]));
    for (const symbol of members[least] as number[]) sizes[symbol] = (sizes[symbol] as number) + 1;
  }
}

function rarest(left: Float64Array, besides = -1): number {
  let found = -1;
  // Uses an index, because an iterator would take most of the loop's time.
  for (let symbol = 0; symbol < left.length; symbol++) {
    const count = left[symbol] as number;
    if (count > 0 && symbol !== besides && (found < 0 || count <= (left[found] as number))) found = symbol;
  }
  return found;
}

/** Returns the number of codes by length, limited to 16 bits, without the reserved code (T.81, figure K.3). */
function shortened(sizes: Uint8Array): number[] {
  const lengths = new Array<number>(Math.max(MOST_BITS, ...sizes) + 1).fill(0);
  for (const size of sizes) if (size > 0) lengths[size] = (lengths[size] as number) + 1;
  const add = (length: number, count: number) => {
    lengths[length] = (lengths[length] as number) + count;
  };
  for (let length = lengths.length - 1; length > MOST_BITS; length--)
    while ((lengths[length] as number) > 0) {
      let shorter = length - 2;
      while (lengths[shorter] === 0) shorter--;
      add(length, -2);
      add(length - 1, 1);
      add(shorter + 1, 2);
      add(shorter, -1);
    }
  let longest = MOST_BITS;
  while (lengths[longest] === 0) longest--;
  add(longest, -1);
  return lengths.slice(1, MOST_BITS + 1);
}

/** Writes the Huffman code of each symbol to `target` (T.81, C.2), with the code's length in the lowest five bits. */
export function writeCodes({ lengths, symbols }: HuffmanTable, target: Uint32Array): void {
  let [code, at] = [0, 0];
  for (const [index, count] of lengths.entries()) {
    for (let left = count; left > 0; left--) target[symbols[at++] as number] = (code++ << 5) | (index + 1);
    code <<= 1;
  }
}

/** Maximum dequantized magnitude: 1024 (T.81, A.3.3), doubled by rounding. Decoders disagree on larger values. */
const MAX_COEFFICIENT = 2048;

/** Returns the maximum magnitude of each quantized coefficient. `lowBit` is the bit position `Al` (T.81, G.1.1.1). */
export const coefficientLimits = (steps: ArrayLike<number>, lowBit = 0): Uint16Array<ArrayBuffer> =>
  Uint16Array.from(steps, (step) => Math.min(0xffff, MAX_COEFFICIENT / (step << lowBit)));
