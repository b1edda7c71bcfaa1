import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '#core/base/bytes.ts';
import type { Damage } from '#core/base/damage.ts';
import { checkJpeg } from '#core/image/formats/jpeg/check-jpeg.ts';

const BLOCK = 8;

/** Huffman symbols for AC coefficients (RS in T.81, G.1.2). Each has a code of 3 bits. */
const AC_SYMBOLS = [0x01, 0x10, 0x20, 0x00, 0xf0, 0xf1];
const ac = (symbol: number) => AC_SYMBOLS.indexOf(symbol).toString(2).padStart(3, '0');

const EOB = ac(0x00);
const ZRL = ac(0xf0);
/** Codes for a coefficient of 1: without preceding zeros, and after 15 zeros. */
const [ONE, ZEROS_ONE] = [`${ac(0x01)} 1`, `${ac(0xf1)} 1`];

/** The only Huffman code for DC: the block has the DC coefficient of the preceding block. */
const SAME_DC = '0';

const segment = (marker: number, ...content: number[]) => [0xff, marker, 0, content.length + 2, ...content];
/** Returns a DHT segment with codes of one length. */
const huffmanTable = (name: number, length: number, symbols: readonly number[]) =>
  segment(
    0xc4,
    name,
    ...Array(16)
      .fill(0)
      .with(length - 1, symbols.length),
    ...symbols,
  );

interface Scan {
  readonly first: number;
  readonly last: number;
  /** Ah and Al: bit positions of the previous scan and of this scan in successive approximation (T.81, G.1.1.1.2). */
  readonly bits: readonly [high: number, low: number];
  /** Entropy-coded bits of each restart interval. Spaces are only for reading. */
  readonly intervals: readonly string[];
}

/** Pads a restart interval with ones to whole bytes (T.81, F.1.2.3). */
function packed(bits: string): number[] {
  const plain = bits.replaceAll(' ', '');
  const bytes = (plain.padEnd(Math.ceil(plain.length / 8) * 8, '1').match(/.{8}/g) ?? []).map((each) =>
    Number.parseInt(each, 2),
  );
  return bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]));
}

function scanBytes({ first, last, bits: [high, low], intervals }: Scan): number[] {
  const data = intervals.flatMap((bits, index) => [...(index > 0 ? [0xff, 0xd0 + index - 1] : []), ...packed(bits)]);
  return [...segment(0xda, 1, 1, 0, first, last, (high << 4) | low), ...data];
}

interface Frame {
  readonly blocks: number;
  /** Number of blocks per restart interval. */
  readonly interval?: number;
  /** Quantization step of each coefficient in zigzag order; 1 by default. */
  readonly steps?: Readonly<Record<number, number>>;
}

/** Returns a progressive gray image of one row of blocks. */
function progressive({ blocks, interval = 0, steps = {} }: Frame, ...scans: readonly Scan[]): Uint8Array<ArrayBuffer> {
  const quantization = Array.from({ length: 64 }, (_, index) => steps[index] ?? 1);
  return joinBytes(
    [0xff, 0xd8],
    segment(0xdb, 0x10, ...quantization.flatMap((step) => [step >> 8, step & 255])),
    segment(0xc2, 8, 0, BLOCK, 0, blocks * BLOCK, 1, 1, 0x11, 0),
    huffmanTable(0x00, 1, [0]),
    huffmanTable(0x10, 3, AC_SYMBOLS),
    segment(0xdd, 0, interval),
    ...scans.map(scanBytes),
    [0xff, 0xd9],
  );
}

async function damageOf(frame: Frame, ...scans: readonly Scan[]): Promise<Damage | undefined> {
  const bytes = progressive(frame, ...scans);
  // libjpeg accepts all of these files without a warning.
  await expect(sharp(bytes, { failOn: 'warning' }).raw().toBuffer()).resolves.toBeInstanceOf(Buffer);
  return (await checkJpeg({ bytes, width: frame.blocks * BLOCK, height: BLOCK })).damage;
}

/** Returns a scan that sets all DC coefficients to 0. */
const dcScan = (...counts: readonly number[]): Scan => ({
  first: 0,
  last: 0,
  bits: [0, 0],
  intervals: counts.map((count) => SAME_DC.repeat(count)),
});

describe('EOB runs in a progressive JPEG', () => {
  const band = (bits: readonly [number, number], ...intervals: string[]): Scan => ({
    first: 1,
    last: 63,
    bits,
    intervals,
  });
  const runOf = { 2: `${ac(0x10)} 0`, 3: `${ac(0x10)} 1`, 4: `${ac(0x20)} 00`, 5: `${ac(0x20)} 01` };

  it.each<[string, keyof typeof runOf, Damage | undefined]>([
    ['may end with the scan', 4, undefined],
    ['are damage if they continue after the scan', 5, 'error'],
  ])('%s', async (_, length, damage) => {
    expect(await damageOf({ blocks: 4 }, dcScan(4), band([0, 0], runOf[length]))).toBe(damage);
    const coarse = band([0, 1], runOf[4]);
    expect(await damageOf({ blocks: 4 }, dcScan(4), coarse, band([1, 0], runOf[length]))).toBe(damage);
  });

  it.each<[string, keyof typeof runOf, Damage | undefined]>([
    ['may end before a restart marker', 2, undefined],
    ['are damage if they continue after a restart marker', 3, 'error'],
  ])('%s', async (_, length, damage) => {
    const frame = { blocks: 4, interval: 2 };
    const dc = dcScan(2, 2);
    expect(await damageOf(frame, dc, band([0, 0], runOf[length], runOf[2]))).toBe(damage);
    const coarse = band([0, 1], runOf[2], runOf[2]);
    expect(await damageOf(frame, dc, coarse, band([1, 0], runOf[length], runOf[2]))).toBe(damage);
  });

  it('include the block in which they begin', async () => {
    expect(await damageOf({ blocks: 2 }, dcScan(2), band([0, 0], `${ONE} ${runOf[2]}`))).toBeUndefined();
    expect(await damageOf({ blocks: 2 }, dcScan(2), band([0, 0], `${ONE} ${runOf[3]}`))).toBe('error');
  });

  it('contain one bit for each nonzero coefficient in a refinement scan', async () => {
    const coarse = band([0, 1], `${ONE} ${runOf[3]}`);
    const refined = band([1, 0], `${runOf[2]} 0 ${EOB}`);
    expect(await damageOf({ blocks: 3 }, dcScan(3), coarse, refined)).toBeUndefined();
  });
});

describe('ZRL codes in a progressive JPEG', () => {
  const frame = { blocks: 8 };
  /** Returns a scan whose first block has these codes. The other seven blocks contain only an end-of-block code. */
  const scan = (last: number, bits: readonly [number, number], ...codes: string[]): Scan => ({
    first: 1,
    last,
    bits,
    intervals: [codes.join(' ') + EOB.repeat(7)],
  });

  it('precede a coefficient of the band', async () => {
    // The 16 zeros are coefficients 1 to 16, so the following 1 is coefficient 17, the last of the band.
    expect(await damageOf(frame, dcScan(8), scan(17, [0, 0], ZRL, ONE))).toBeUndefined();
  });

  it.each([
    ['at the end of the band', 16],
    ['beyond the end of the band', 15],
  ])('are damage if they end %s', async (_, last) => {
    expect(await damageOf(frame, dcScan(8), scan(last, [0, 0], ZRL))).toBe('error');
  });

  it('are damage if the coefficient after them is outside the band', async () => {
    const [fine, refined] = [scan(32, [0, 0], ZRL, ZEROS_ONE), scan(32, [1, 0], ZRL, ZEROS_ONE)];
    expect(await damageOf(frame, dcScan(8), fine)).toBeUndefined();
    expect(await damageOf(frame, dcScan(8), { ...fine, last: 31 })).toBe('error');
    expect(await damageOf(frame, dcScan(8), scan(32, [0, 1], EOB), refined)).toBeUndefined();
    expect(await damageOf(frame, dcScan(8), scan(31, [0, 1], EOB), { ...refined, last: 31 })).toBe('error');
  });

  describe('in a refinement scan', () => {
    const empty = (last: number) => scan(last, [0, 1], EOB);
    /** Returns the scan before a refinement scan. Sets coefficient 1 to the value 2. */
    const first = (last: number) => scan(last, [0, 1], ONE, EOB);

    it('precede a coefficient of the band', async () => {
      const refined = scan(17, [1, 0], ZRL, ONE);
      expect(await damageOf(frame, dcScan(8), empty(17), refined)).toBeUndefined();
    });

    it('skip nonzero coefficients, with one bit for each', async () => {
      // The ZRL code skips the zero coefficients 2 to 17. The bit after this code refines coefficient 1, which is 2.
      const refined = scan(18, [1, 0], ZRL, '1', ONE);
      expect(await damageOf(frame, dcScan(8), first(18), refined)).toBeUndefined();
    });

    it('are damage if the band has fewer zeros left', async () => {
      expect(await damageOf(frame, dcScan(8), empty(15), scan(15, [1, 0], ZRL))).toBe('error');
      expect(await damageOf(frame, dcScan(8), first(16), scan(16, [1, 0], ZRL, '1'))).toBe('error');
    });
  });
});

describe('a refinement bit in a progressive JPEG', () => {
  // The magnitude of a coefficient in an 8-bit JPEG is at most 2048.
  it.each([
    [2048, undefined],
    [2049, 'error'],
    [0x8035, 'error'],
  ] as const)('is damage if its coefficient is too large for 8-bit samples: step %i', async (step, damage) => {
    const refined = (first: number, last: number, bits: string): [Scan, Scan] => [
      { first, last, bits: [0, 1], intervals: [first === 0 ? SAME_DC : EOB] },
      { first, last, bits: [1, 0], intervals: [bits] },
    ];
    expect(await damageOf({ blocks: 1, steps: { 0: step } }, ...refined(0, 0, '1'))).toBe(damage);
    const frame = { blocks: 1, steps: { 6: step } };
    expect(await damageOf(frame, dcScan(1), ...refined(6, 63, `${ONE} ${EOB}`))).toBe(damage);
    // Neither a refinement bit of 0, nor a coefficient with another quantization step, is damage.
    expect(await damageOf({ blocks: 1, steps: { 0: step } }, ...refined(0, 0, '0'))).toBeUndefined();
    expect(await damageOf(frame, dcScan(1), ...refined(7, 63, `${ONE} ${EOB}`))).toBeUndefined();
  });

  it('is checked in every block and restart interval of a DC scan', async () => {
    const frame = { blocks: 3, interval: 2, steps: { 0: 2049 } };
    const dc: Scan = { first: 0, last: 0, bits: [0, 1], intervals: ['00', '0'] };
    const refined = (...intervals: string[]): Scan => ({ first: 0, last: 0, bits: [1, 0], intervals });
    expect(await damageOf(frame, dc, refined('00', '0'))).toBeUndefined();
    expect(await damageOf(frame, dc, refined('01', '0'))).toBe('error');
    expect(await damageOf(frame, dc, refined('00', '1'))).toBe('error');
  });
});
