import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createMainDataChecker, PAIR_CODES, QUADRUPLE_CODES } from '#core/audio/mp3/check-main-data.ts';
import { findFrame, type Mp3Header, parseMp3Header } from '#core/audio/mp3/mp3-frames.ts';
import { readMp3Start } from '#core/audio/mp3/mp3-reader.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { firstOf } from '../../deep.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const bitsOf = (value: number, count: number) => value.toString(2).padStart(count, '0');

function bytesOf(bits: string, length: number): Bytes {
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8).padEnd(8, '0'), 2));
}

interface Granule {
  readonly bits?: string;
  readonly length?: number;
  readonly pairs?: number;
  readonly compress?: number;
  readonly tables?: readonly [number, number, number];
  readonly region0?: number;
  readonly block?: { readonly type: number; readonly mixed: boolean };
  readonly tableB?: boolean;
}

/** Returns a frame of one channel: MPEG-1, 48 kHz and 128 kbps, or MPEG-2, 24 kHz and 64 kbps. */
function frameOf(granules: readonly Granule[], { begin = 0, scfsi = 0, lsf = false } = {}): Bytes {
  const side = granules.map(({ bits = '', length = bits.length, pairs = 0, compress = 0, ...rest }) => {
    const { tables = [0, 0, 0], region0 = 15, block, tableB = false } = rest;
    const [first, second, third] = tables.map((table) => bitsOf(table, 5)) as [string, string, string];
    const regions = block
      ? `1${bitsOf(block.type, 2)}${Number(block.mixed)}${first}${second}${bitsOf(0, 9)}`
      : `0${first}${second}${third}${bitsOf(region0, 4)}${bitsOf(0, 3)}`;
    const end = `${lsf ? '' : '0'}0${Number(tableB)}`;
    return bitsOf(length, 12) + bitsOf(pairs, 9) + bitsOf(0, 8) + bitsOf(compress, lsf ? 9 : 4) + regions + end;
  });
  const start = lsf ? `${bitsOf(begin, 8)}0` : bitsOf(begin, 9) + bitsOf(0, 5) + bitsOf(scfsi, 4);
  const header = [0xff, lsf ? 0xf3 : 0xfb, lsf ? 0x84 : 0x94, 0xc0].map((byte) => bitsOf(byte, 8)).join('');
  return bytesOf(header + start + side.join('') + granules.map(({ bits = '' }) => bits).join(''), lsf ? 192 : 384);
}

const isValid = (...frames: readonly Bytes[]) => {
  const checker = createMainDataChecker();
  return frames.map((frame) => checker.check(frame, parseMp3Header(frame) as Mp3Header)).at(-1);
};

// Huffman codes of big-value tables 1 and 16, and of count1 tables A and B (ISO/IEC 11172-3, table B.7).
const ZEROS = '1';
const ONES = `000${'00'}`;
const ESCAPES_16 = `${'00000011'}0000`;
const QUAD_A = '1';
const QUAD_B = '1111';

describe('tables of Huffman codes', () => {
  it.each(Object.entries({ ...PAIR_CODES, A: QUADRUPLE_CODES[0], B: QUADRUPLE_CODES[1] }))(
    'are complete prefix codes: %s',
    (_, codes) => {
      const lengths = [...codes.matchAll(/(.)(.)/g)].map(([, length]) => Number.parseInt(length as string, 36));
      expect(lengths.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1);
      expect([4, 9, 16, 36, 64, 256]).toContain(lengths.length);
    },
  );
});

describe('a granule of MP3 main data is valid if', () => {
  it.each<[string, Granule]>([
    ['it is empty', {}],
    ['it is empty and states scalefactors', { compress: 15 }],
    ['its pairs end at part2_3_length', { bits: ZEROS + ONES, pairs: 2, tables: [1, 1, 1] }],
    ['its linbits are counted', { bits: ESCAPES_16 + ZEROS, pairs: 2, tables: [16, 16, 16] }],
    ['table 0 takes no bits', { pairs: 288 }],
    ['each region has its table', { bits: ZEROS.repeat(2) + ESCAPES_16, pairs: 3, tables: [1, 16, 0], region0: 0 }],
    ['quadruples end at part2_3_length', { bits: QUAD_A.repeat(5) }],
    ['quadruples of table B end at part2_3_length', { bits: QUAD_B.repeat(5), tableB: true }],
    ['ones follow the last coefficient', { bits: '1'.repeat(200) }],
    ['zeros follow the last coefficient', { bits: '0'.repeat(20), pairs: 288 }],
    ['ones end within a quadruple', { bits: `${QUAD_B}11`, tableB: true }],
    ['long blocks have 21 scalefactors', { bits: '0'.repeat(11 * 4 + 10 * 3), compress: 15, pairs: 288 }],
    ['short blocks have 36 scalefactors', { bits: '0'.repeat(18 * 4 + 18 * 3) + ZEROS, compress: 15, pairs: 1, tables: [1, 1, 1], block: { type: 2, mixed: false } }],
    ['mixed blocks have 35 scalefactors', { bits: '0'.repeat(17 * 4 + 18 * 3) + ZEROS, compress: 15, pairs: 1, tables: [1, 1, 1], block: { type: 2, mixed: true } }],
  ])('%s', (_, granule) => {
    expect(isValid(frameOf([granule, {}]))).toBe(true);
    expect(isValid(frameOf([{}, granule]))).toBe(true);
  }); // biome-ignore format: a table
});

describe('a granule of MP3 main data is damaged if', () => {
  it.each<[string, Granule]>([
    ['pairs are missing', { bits: ZEROS, pairs: 2, tables: [1, 1, 1] }],
    ['a pair ends behind part2_3_length', { bits: ZEROS + ONES, length: 5, pairs: 2, tables: [1, 1, 1] }],
    ['linbits end behind part2_3_length', { bits: ESCAPES_16, length: 11, pairs: 1, tables: [16, 16, 16] }],
    ['a quadruple ends behind part2_3_length', { bits: `${QUAD_A}01`, length: 2 }],
    ['other bits follow the last coefficient', { bits: '0110', pairs: 288 }],
    ['scalefactors end behind part2_3_length', { bits: '0'.repeat(73), compress: 15 }],
    ['it has 289 pairs', { bits: '1', pairs: 289 }],
    ['it has table 4', { bits: ZEROS, pairs: 1, tables: [4, 0, 0] }],
    ['it has table 14', { bits: ZEROS, pairs: 1, tables: [14, 0, 0] }],
    ['part2_3_length exceeds the main data', { length: 4095 }],
  ])('%s', (_, granule) => {
    expect(isValid(frameOf([granule, {}]))).toBe(false);
    expect(isValid(frameOf([{}, granule]))).toBe(false);
  });
});

describe('MP3 frames', () => {
  const silence = frameOf([{}, {}]);
  const pairs: Granule = { bits: ZEROS.repeat(288), pairs: 288, tables: [1, 1, 1] };

  it('share scalefactors between granules by scfsi', () => {
    const first: Granule = { bits: '0'.repeat(74), compress: 15, pairs: 288 };
    const second: Granule = { bits: '0'.repeat(6 * 4 + 5 * 3), compress: 15, pairs: 288 };
    // Ends the data with a pair of nonzero coefficients, because the checker ignores zeros at the end.
    const withPair = ({ bits, ...rest }: Granule): Granule => ({
      ...rest,
      bits: bits + ONES,
      pairs: 1,
      tables: [1, 1, 1],
    });
    const granules = [withPair(first), withPair(second)];
    expect(isValid(frameOf(granules, { scfsi: 0b0101 }))).toBe(true);
    expect(isValid(frameOf(granules, { scfsi: 0b0111 }))).toBe(false);
    expect(isValid(frameOf(granules, { scfsi: 0b0001 }))).toBe(false);
  });

  it('read main data from the bit reservoir', () => {
    const before = frameOf([{}, {}]);
    before.fill(0xff, 384 - 36);
    expect(isValid(before, frameOf([{ length: 288, pairs: 288, tables: [1, 1, 1] }, {}], { begin: 36 }))).toBe(true);
    before[384 - 20] = 0;
    expect(isValid(before, frameOf([{ length: 288, pairs: 288, tables: [1, 1, 1] }, {}], { begin: 36 }))).toBe(false);
  });

  it('are not checked if their main data starts before the file’s first frame', () => {
    expect(isValid(frameOf([{ ...pairs, length: 100 }, {}]))).toBe(false);
    expect(isValid(frameOf([{ ...pairs, length: 100 }, {}], { begin: 1 }))).toBe(true);
    expect(isValid(silence, frameOf([{ ...pairs, length: 100 }, {}], { begin: 1 }))).toBe(false);
  });

  it.each([
    [0, 0],
    [399, 6 * 4 + 5 * 4 + 5 * 3 + 5 * 3],
    [499, 6 * 4 + 5 * 4 + 7 * 3],
    [511, 11 * 3 + 10 * 2],
  ])('of MPEG-2 have as many scalefactor bits as scalefac_compress %i states', (compress, count) => {
    const granule: Granule = { bits: '0'.repeat(count) + ONES, compress, pairs: 1, tables: [1, 1, 1] };
    expect(isValid(frameOf([granule], { lsf: true }))).toBe(true);
    expect(isValid(frameOf([{ ...granule, bits: `0${granule.bits}` }], { lsf: true }))).toBe(false);
  });
});

describe('MP3 files encoded by FFmpeg’s LAME', () => {
  // One rate of each MPEG version first.
  const rates = firstOf([44_100, 22_050, 8000, 11_025, 12_000, 16_000, 24_000, 32_000, 48_000], 3);
  const kinds = [
    ['VBR joint stereo', ['-ac', '2', '-q:a', '2']],
    ['stereo without a reservoir', ['-ac', '2', '-b:a', '64k', '-joint_stereo', '0', '-reservoir', '0']],
    ['mono at the highest bitrate', ['-ac', '1', '-b:a', '320k']],
  ] as const;
  const cases = rates.flatMap((rate) => kinds.map(([name, args]) => [rate, name, args] as const));

  it.each(cases)('are valid: %i Hz, %s', async (rate, _, args) => {
    // Bursts of noise, because they make the encoder use short blocks.
    const source = `aevalsrc='0.5*sin(700*t)+0.4*(random(0)-0.5)*lt(mod(t,0.2),0.02)|0.5*sin(900*t)':s=${rate}:d=1`;
    const command = ['-v', 'error', '-f', 'lavfi', '-i', source, '-c:a', 'libmp3lame', ...args, '-f', 'mp3', 'pipe:1'];
    const mp3 = new Uint8Array(spawnSync('ffmpeg', command).stdout);
    const { header, audioStart } = await readMp3Start(fileFromBytes('a.mp3', mp3));
    expect(header.sampleRate).toBe(rate);
    const checker = createMainDataChecker();
    let frames = 0;
    for (let at = audioStart; ; frames++) {
      const found = findFrame(mp3, at, header, true, true);
      if (!('header' in found)) break;
      at = found.at + found.header.frameBytes;
      expect(checker.check(mp3.subarray(found.at, at), found.header)).toBe(true);
    }
    expect(frames).toBeGreaterThan(10);
  });
});
