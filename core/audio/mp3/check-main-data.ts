import type { Mp3Header } from './mp3-frames.ts';

/**
 * Huffman codes of Layer III in ascending order (ISO/IEC 11172-3, Table 3-B.7). Two base-36 digits per code: length,
 * then sign bits plus five times `linbits` fields. Lengths determine the codes, because every table is a complete
 * prefix code.
 */
export const PAIR_CODES: Readonly<Record<number, string>> = {
  1: '32312110',
  2: '626152525132313110',
  3: '626152525131222120',
  5: '82827262727171726262616132313110',
  6: '72716262615252525142424131223130',
  7: 'a2a2a2a29292929282829192819292828272727181828281727271726252616142313110',
  8: 'b2b2a292a2a2929291828292929192828282728181828282828181626161424222313120',
  9: '929282829291828282827272728181727272716262626252526161525142424132313130',
  10: 'b2b2b2b2b2b2a2a2a2a2a2a2a2b2b2a29292a2a19192a2a291a2a282829292a2a29292a2a2828281919192929291828281828281727271726262616142313110',
  11: 'a2a2a2a2a2a2a2b2b2a2a2929292a2a2a2a282829291728281828281929292918272828172728282819292828282828181727262627171625242515132313120',
  12: 'a2a29292929292929282829292828282828282919182828282829191727272828182828282727272728181727272626262627171615252524242515140323131',
  13: 'j2j2i2h2g2g2g2g2g2g2g2g2g2g2h2h2f2f2g2g2f2f2f2f2f2f2f2f2f2f2g2g2f2g2g2e2e2f2f2f2f2e2e2e2e2e2e2e2e2e2e2e2f2f2e2d2e2e2d2d2e2e2d1e2e2d2e2e2d2e2e2d2d2e2e2c2c2c1d2d2d2d2d2d2c2d2d1c2c2d1d2d2d2d2d2d2d2d2d2d2d2c2c2d2d2c2c2c2c2d2d2d2d2c2d2d2c2b2c1c1c2c2c2c2c2c2b2b2b2b2c2c2b2b2c2c1b1c2c2c2c2b2b2c2c2b2c2c2b2c2c2b2c2c2a2a2a2b1b1b2b2b2b2b2b2a2a2a2a2b1b2a1b2b2a2b2b2b2b2a2a2b2b2a2a2b2b2b2b2b2b29292a1a1a2a2a2b2b2929292a2a29292a2a1a1a2a2a2a2a2a2a282919192929191a2a2929291828292929192929282728181828272727171726262616142413110',
  15: 'd2d2d2d2c2d2d2d2d2d2d2c2d2d2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2d2d1b2b2c2c2c2c2b2b2b2b2b2b2c2c2b2b2b2b2b2b2b2b2c2c1b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2c1c1b2b2b2b2b2b2a2b2b2b2b2b2b2a2a2b2b1a2a2a2a2b2b1a2a2a2a2a2a2a2b2b1a2a2a2a2a2b1b192a2a2a2a2a2a2a2a2a2a2a2a292a2a2a2a292a2a292a1a2a2a2a2a2a2a292929292929292a1a1929292929292a2a19292929292928292919292929292929292828282829291919292929292828282828282919182828282828282919182728282727272728181727272727262727162627171626261525252515132414130',
  16: 'b7b7b7b7b7b7b7b7a7b7b7b7b7a7a7a7a7a78ca7a797979796a7g2h2h2f2f2g2g2e2f2f2e2e2f2f2e2e2f2f2f2f2e2f2f2e2d28797968787d2e2e2e2e2e2e2e2e2e2e2d2d2e2e2e2e2d2e2e2d2d2d2e2e2e2e2d2d2e2e2d2e2e1c2d1d1d2d2d2d2d2d2d2d2d2d2d2d2c1d2d2d2d2d2d2c2d2d2c2c1d2d2b2c2c2c2c2c2c2c2d2d2b2c2c2c2c2b2c2c2c2c1c2c2c2c2b2c2c2b2b2b2b2c1c1c2c2c2c2c2c2b2c2c2b2c2c2b2c2c2b2c2c2b2a2a2b1b1b2b2b2b2a2a2b2b1a2a2b1b2b2b2b2b2b2b2a2b2b2a2a2a1b1b2a2a2b2b2a2a2b2b2a19292a1a2a2a2a2a2929292a1a192a2a2929282929192929192929282829191828272728181726262616142413110',
  24: '878787878787878777878777778787777777777777777777777777878696b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b24cb2b2b2b2c1c1b1a2b2b2a2a2a2a2b2b2a2a2a2a2b2b2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2b1b1a2a2a2a2a2a2a2a2a2a2a2a2a2b1b1a2b1b1a292a2a2a2a2b1b1a19292a2a292a2a2a2a29292a2a2929292929292929292929292929292929292929292929292929292929292929292929292a1a1929292a1a1829292828282828282828282828282829191828282828282919172828272727272728181727262627171625252616142414140',
};

/** Huffman codes of quadruples, `count1` tables A and B, in the format of `PAIR_CODES`. */
export const QUADRUPLE_CODES: readonly [string, string] = [
  '63646363636252525252524141414110',
  '44434342434242414342424142414140',
];

/** Checks scalefactors and Huffman data of successive MP3 frames without computing coefficients. */
interface MainDataChecker {
  /** Returns false if the codes of a granule don't end at `part2_3_length`. Ignores frames with missing main data. */
  check(frame: Uint8Array, header: Mp3Header): boolean;
}

/** Maximum of `main_data_begin`: bytes in earlier frames that a frame's main data may use (bit reservoir). */
const RESERVOIR_BYTES = 511;
/** Maximum bytes of a frame's main data, plus a margin because the bit reader reads ahead. */
const MAX_FRAME_BYTES = 1441 + 16;

export function createMainDataChecker(): MainDataChecker {
  const data = new Uint8Array(RESERVOIR_BYTES + MAX_FRAME_BYTES);
  let used = 0;
  return {
    check(frame, header) {
      const reservoir = Math.min(used, RESERVOIR_BYTES);
      data.copyWithin(0, used - reservoir, used);
      const own = header.headerBytes + header.sideInfoBytes;
      for (let at = own; at < frame.length; at++) data[reservoir + at - own] = frame[at] as number;
      used = reservoir + frame.length - own;
      return checkFrame(frame, header, data, reservoir, used);
    },
  };
}

function checkFrame(frame: Uint8Array, header: Mp3Header, data: Uint8Array, reservoir: number, end: number): boolean {
  const { version, channels, headerBytes } = header;
  const isLsf = version !== 1;
  const side = headerBytes * 8;
  const start = reservoir - readBits(frame, side, isLsf ? 8 : 9);
  if (start < 0) return true;
  // Side information starts with `main_data_begin`, private bits and `scfsi` (ISO/IEC 11172-3, 2.4.1.7).
  const scfsiAt = side + 9 + (channels === 1 ? 5 : 3);
  let sideBit = isLsf ? side + 8 + channels : scfsiAt + 4 * channels;
  let bit = start * 8;
  for (let granule = 0; granule < (isLsf ? 1 : 2); granule++)
    for (let channel = 0; channel < channels; channel++) {
      const bits = readBits(frame, sideBit, 12);
      if (bit + bits > end * 8) return false;
      const scfsi = granule === 0 ? 0 : readBits(frame, scfsiAt + 4 * channel, 4);
      const isIntensity = channel === 1 && isIntensityStereo(frame);
      if (!checkGranule(frame, sideBit, header, scfsi, isIntensity, data, bit, bit + bits)) return false;
      sideBit += isLsf ? 63 : 59;
      bit += bits;
    }
  return true;
}

/** True for an MP3 frame in intensity stereo (ISO/IEC 11172-3, 2.4.2.3). */
const isIntensityStereo = (frame: Uint8Array) => ((frame[3] as number) & 0xd0) === 0x50;

const SHORT_BLOCKS = 2;
const COEFFICIENTS = 576;

/** Checks one channel of a granule. `side` and `start` are bit offsets of side information and main data. */
function checkGranule(
  frame: Uint8Array,
  side: number,
  { version, sampleRate }: Mp3Header,
  scfsi: number,
  isIntensity: boolean,
  data: Uint8Array,
  start: number,
  end: number,
): boolean {
  const isLsf = version !== 1;
  const pairs = readBits(frame, side + 12, 9);
  // A granule without data is valid. Some encoders write such granules with a nonzero `scalefac_compress`.
  if (start === end && pairs === 0) return true;
  const compress = readBits(frame, side + 29, isLsf ? 9 : 4);
  const fields = side + 29 + (isLsf ? 9 : 4);
  const isSwitched = readBits(frame, fields, 1) === 1;
  const blockType = isSwitched ? readBits(frame, fields + 1, 2) : 0;
  const isMixed = isSwitched && readBits(frame, fields + 3, 1) === 1;
  const tables = fields + (isSwitched ? 4 : 1);
  const kind = blockType !== SHORT_BLOCKS ? 0 : isMixed ? 2 : 1;
  const quadruples = QUADRUPLES[readBits(frame, fields + (isLsf ? 24 : 25), 1)] as HuffmanTree;
  let bit = start + (isLsf ? lsfScalefactorBits(compress, kind, isIntensity) : scalefactorBits(compress, kind, scfsi));
  if (bit > end || pairs * 2 > COEFFICIENTS) return false;

  let first: number;
  let second = pairs;
  if (isSwitched) first = firstSwitchedPairs(version, sampleRate, blockType);
  else {
    const bands = LONG_BANDS[sampleRate] as readonly number[];
    const region0 = readBits(frame, tables + 15, 4);
    first = (bands[region0 + 1] as number) / 2;
    second = (bands[Math.min(region0 + readBits(frame, tables + 19, 3) + 2, 22)] as number) / 2;
  }
  let pair = 0;
  for (let region = 0; region < 3; region++) {
    const stop = region === 0 ? Math.min(first, pairs) : region === 1 ? Math.min(second, pairs) : pairs;
    if (pair >= stop) continue;
    const table = readBits(frame, tables + region * 5, 5);
    if (table === 0) {
      pair = stop;
      continue;
    }
    const tree = PAIRS[table];
    if (!tree) return false;
    const linbits = LINBITS[table] as number;
    for (; pair < stop; pair++) {
      if (bit >= end) return false;
      const code = readCode(tree, data, bit);
      bit += (code & 31) + (code >> 5) * linbits;
    }
  }
  if (bit > end) return false;
  let last = bit;
  for (let count = pairs * 2; count <= COEFFICIENTS - 4 && bit < end; count += 4) {
    last = bit;
    bit += readCode(quadruples, data, bit);
  }
  // Some encoders pad a granule with ones. Decoders read this padding as quadruples, possibly past the granule's end.
  if (bit > end) return isFilled(data, last, end, 1);
  return isFilled(data, bit, end, 1) || isFilled(data, bit, end, 0);
}

function isFilled(data: Uint8Array, start: number, end: number, value: number): boolean {
  for (let bit = start; bit < end; bit++)
    if ((((data[bit >> 3] as number) >> (7 - (bit & 7))) & 1) !== value) return false;
  return true;
}

function readBits(bytes: Uint8Array, at: number, count: number): number {
  const byte = at >> 3;
  const word = ((bytes[byte] as number) << 16) | ((bytes[byte + 1] as number) << 8) | (bytes[byte + 2] as number);
  return (word >> (24 - (at & 7) - count)) & ((1 << count) - 1);
}

const SLEN1 = [0, 0, 0, 0, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4];
const SLEN2 = [0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 2, 3];

/** Counts the bits of MPEG-1 scalefactors. `kind` is 0 for long blocks, 1 for short blocks, 2 for mixed blocks. */
function scalefactorBits(compress: number, kind: number, scfsi: number): number {
  const slen1 = SLEN1[compress] as number;
  const slen2 = SLEN2[compress] as number;
  if (kind !== 0) return (kind === 2 ? 17 : 18) * slen1 + 18 * slen2;
  return ((scfsi & 8 ? 0 : 6) + (scfsi & 4 ? 0 : 5)) * slen1 + ((scfsi & 2 ? 0 : 5) + (scfsi & 1 ? 0 : 5)) * slen2;
}

// Scalefactors in four partitions, for long, short and mixed blocks, by range of `scalefac_compress` (ISO/IEC 13818-3,
// 2.4.3.2). The last three rows are for the right channel in intensity stereo.
const LSF_PARTITIONS = [
  [6, 5, 5, 5, 9, 9, 9, 9, 6, 9, 9, 9],
  [6, 5, 7, 3, 9, 9, 12, 6, 6, 9, 12, 6],
  [11, 10, 0, 0, 18, 18, 0, 0, 15, 18, 0, 0],
  [7, 7, 7, 0, 12, 12, 12, 0, 6, 15, 12, 0],
  [6, 6, 6, 3, 12, 9, 9, 6, 6, 12, 9, 6],
  [8, 8, 5, 0, 15, 12, 9, 0, 6, 18, 9, 0],
];

function lsfScalefactorBits(compress: number, kind: number, isIntensity: boolean): number {
  if (isIntensity) {
    const half = compress >> 1;
    if (half < 180) return partitionBits(3, kind, Math.floor(half / 36), Math.floor(half / 6) % 6, half % 6, 0);
    const rest = half - 180;
    if (rest < 64) return partitionBits(4, kind, rest >> 4, (rest >> 2) & 3, rest & 3, 0);
    return partitionBits(5, kind, Math.floor((rest - 64) / 3), (rest - 64) % 3, 0, 0);
  }
  if (compress < 400)
    return partitionBits(
      0,
      kind,
      Math.floor((compress >> 4) / 5),
      (compress >> 4) % 5,
      (compress >> 2) & 3,
      compress & 3,
    );
  const rest = compress - 400;
  if (rest < 100) return partitionBits(1, kind, Math.floor((rest >> 2) / 5), (rest >> 2) % 5, rest & 3, 0);
  return partitionBits(2, kind, Math.floor((rest - 100) / 3), (rest - 100) % 3, 0, 0);
}

function partitionBits(range: number, kind: number, a: number, b: number, c: number, d: number): number {
  const counts = LSF_PARTITIONS[range] as readonly number[];
  const at = kind * 4;
  const low = (counts[at] as number) * a + (counts[at + 1] as number) * b;
  return low + (counts[at + 2] as number) * c + (counts[at + 3] as number) * d;
}

function firstSwitchedPairs(version: number, sampleRate: number, blockType: number): number {
  if (blockType === SHORT_BLOCKS) return sampleRate === 8000 ? 36 : 18;
  return version === 1 ? 18 : sampleRate === 8000 ? 54 : 27;
}

const LSF_BANDS = [0, 6, 12, 18, 24, 30, 36, 44, 54, 66, 80, 96, 116, 140, 168, 200, 238, 284, 336, 396, 464, 522, 576];

/** Scalefactor band boundaries of long blocks (ISO/IEC 11172-3, Table 3-B.8; ISO/IEC 13818-3, Table B.2). */
const LONG_BANDS: Readonly<Record<number, readonly number[]>> = {
  44100: [0, 4, 8, 12, 16, 20, 24, 30, 36, 44, 52, 62, 74, 90, 110, 134, 162, 196, 238, 288, 342, 418, 576],
  48000: [0, 4, 8, 12, 16, 20, 24, 30, 36, 42, 50, 60, 72, 88, 106, 128, 156, 190, 230, 276, 330, 384, 576],
  32000: [0, 4, 8, 12, 16, 20, 24, 30, 36, 44, 54, 66, 82, 102, 126, 156, 194, 240, 296, 364, 448, 550, 576],
  22050: LSF_BANDS,
  24000: [0, 6, 12, 18, 24, 30, 36, 44, 54, 66, 80, 96, 114, 136, 162, 194, 232, 278, 332, 394, 464, 540, 576],
  16000: LSF_BANDS,
  11025: LSF_BANDS,
  12000: LSF_BANDS,
  8000: [0, 12, 24, 36, 48, 60, 72, 88, 108, 132, 160, 192, 232, 280, 336, 400, 476, 566, 568, 570, 572, 574, 576],
};

// A Huffman tree. Each node has one entry for a next bit of 0 and one for 1: a node index, or `~n` for a code. The
// number n is the code's length with sign bits, plus 32 times its number of `linbits` fields.
interface HuffmanTree {
  /** Lookup table that skips the tree's first levels: maps the next `ROOT_BITS` bits of the data to a node's entry. */
  readonly root: Int16Array;
  readonly nodes: Int16Array;
}

const ROOT_BITS = 8;

/** Reads a Huffman code. Every table is a complete prefix code, so the loop ends after at most 19 bits. */
function readCode({ root, nodes }: HuffmanTree, data: Uint8Array, bit: number): number {
  const at = bit >> 3;
  const bytes =
    ((data[at] as number) << 24) |
    ((data[at + 1] as number) << 16) |
    ((data[at + 2] as number) << 8) |
    (data[at + 3] as number);
  let word = bytes << (bit & 7);
  let entry = root[word >>> (32 - ROOT_BITS)] as number;
  word <<= ROOT_BITS;
  for (; entry >= 0; word <<= 1) entry = nodes[entry + (word >>> 31)] as number;
  return ~entry;
}

function buildTree(codes: string): HuffmanTree {
  const nodes: number[] = [];
  let at = 0;
  const build = (depth: number): number => {
    const length = Number.parseInt(codes[at] as string, 36);
    if (length === depth) {
      const fields = Number.parseInt(codes[at + 1] as string, 36);
      at += 2;
      return ~(length + (fields % 5) + 32 * Math.floor(fields / 5));
    }
    const index = nodes.push(0, 0) - 2;
    nodes[index] = build(depth + 1);
    nodes[index + 1] = build(depth + 1);
    return index;
  };
  const top = build(0);
  const root = Int16Array.from({ length: 1 << ROOT_BITS }, (_, prefix) => {
    let entry = top;
    for (let bit = ROOT_BITS - 1; bit >= 0 && entry >= 0; bit--) entry = nodes[entry + ((prefix >> bit) & 1)] as number;
    return entry;
  });
  return { root, nodes: Int16Array.from(nodes) };
}

const LINBITS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 6, 8, 10, 13, 4, 5, 6, 7, 8, 9, 11, 13]; // biome-ignore format: a table

/** Huffman trees of coefficient pairs by `table_select`; tables 4 and 14 don't exist (ISO/IEC 11172-3, 3-B.7). */
const PAIRS = LINBITS.map((_, table) => {
  const codes = PAIR_CODES[table < 16 ? table : table < 24 ? 16 : 24];
  return codes === undefined ? undefined : buildTree(codes);
});

const QUADRUPLES = QUADRUPLE_CODES.map(buildTree);
