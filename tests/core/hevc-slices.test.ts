import { describe, expect, it } from 'vitest';
import { joinBytes } from '#core/base/bytes.ts';
import { unescapeNal } from '#core/base/emulation-prevention.ts';
import { readHeicLayout } from '#core/image/codecs/avif-layout.ts';
import { readHeicImages } from '#core/image/codecs/heic-images.ts';
import { checkSlices } from '#core/image/hevc/check-slices.ts';
import { Random } from '../fuzz/random.ts';
import { readHeic } from './heics.ts';

const areSlicesWhole = (units: readonly Uint8Array[]) => checkSlices(units).isWhole;

/** Files encoded by x265: each chroma format, 8 to 12 bits, lossless, slices, wavefronts, skipped transforms. */
const names = [
  'color',
  'odd-size',
  'chroma-422',
  'chroma-444',
  'lossless',
  'gray',
  'ten-bits',
  'twelve-bits',
  'slices',
  'thumbnail',
];

/** The NAL units of a file's image: the parameter sets, then the slices. */
const unitsIn = (name: string): readonly Uint8Array[] => {
  const bytes = readHeic(name);
  return readHeicImages(bytes, readHeicLayout(bytes)).main.tiles[0]?.units ?? [];
};

const SEED = 41;
const FLIPS = 300;

/** Maximum share of bit flips that leave the slice valid, such as flips of signs (bypass bits). */
const VALID_SHARE = 0.08;

describe.each(names)('the HEVC slices of the fixture %s', (name) => {
  const units = unitsIn(name);
  const last = units.at(-1) as Uint8Array;
  const withLast = (unit: Uint8Array) => [...units.slice(0, -1), unit];

  it('are complete', () => {
    expect(areSlicesWhole(units)).toBe(true);
  });

  it('are complete with zero words behind their data', () => {
    expect(areSlicesWhole(withLast(joinBytes(last, [0, 0, 3, 0, 0, 3])))).toBe(true);
  });

  it('are damaged if the last slice ends early', () => {
    // Tests every length of a short slice, and some 250 lengths of a long slice.
    const step = Math.ceil(last.length / 250);
    const lengths = [
      ...Array.from({ length: Math.ceil(last.length / step) }, (_, index) => index * step),
      last.length - 1,
    ];
    const whole = lengths.filter((length) => areSlicesWhole(withLast(last.subarray(0, length))) !== false);
    expect(whole).toEqual([]);
  });

  it('are damaged if bytes follow the last slice', () => {
    expect(areSlicesWhole(withLast(joinBytes(last, [1])))).toBe(false);
    expect(areSlicesWhole(withLast(joinBytes(last, last.subarray(100))))).toBe(false);
  });

  it('are detected as damaged after most flips of a single bit', () => {
    const random = new Random(SEED);
    let valid = 0;
    for (let flip = 0; flip < FLIPS; flip++) {
      const changed = last.slice();
      // Flips no bits of the headers, because some of those have no effect on an intra image.
      const bit = random.between(12 * 8, last.length * 8 - 1);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      if (areSlicesWhole(withLast(changed)) !== false) valid++;
    }
    expect(valid / FLIPS).toBeLessThan(VALID_SHARE);
  });
});

describe('the HEVC slices of an image', () => {
  const units = unitsIn('slices');
  const sets = units.slice(0, -3);
  const [first, second, third] = units.slice(-3) as [Uint8Array, Uint8Array, Uint8Array];

  it('are damaged if a slice is missing, repeated or in the wrong order', () => {
    for (const slices of [[], [first], [first, second], [second, third], [first, third], [first, first, second, third], [first, third, second]]) // biome-ignore format: one list
      expect(areSlicesWhole([...sets, ...slices])).toBe(false);
    expect(areSlicesWhole([...sets, first, second, third, first])).toBe(true);
  });

  it('are damaged if a parameter set is missing', () => {
    for (let missing = 0; missing < sets.length; missing++) {
      const isNeeded = (((sets[missing]?.[0] as number) >> 1) & 63) > 32;
      expect(areSlicesWhole(units.toSpliced(missing, 1))).toBe(!isNeeded);
    }
  });

  it('are not checked if a parameter set has an unknown feature', () => {
    const at = sets.findIndex(([byte = 0]) => ((byte >> 1) & 63) === 34);
    const set = sets[at] as Uint8Array;
    const results = Array.from({ length: (set.length - 2) * 8 }, (_, bit) => {
      const changed = set.slice();
      changed[2 + (bit >> 3)] = (changed[2 + (bit >> 3)] as number) ^ (1 << (bit & 7));
      return areSlicesWhole(units.with(at, changed));
    });
    expect(new Set(results)).toEqual(new Set([true, false, undefined]));
  });
});

it('emulation prevention bytes are removed from a NAL unit', () => {
  const unit = Uint8Array.of(0, 0, 3, 1, 0, 0, 3, 0, 0, 3, 3, 0, 3);
  expect([...unescapeNal(unit)]).toEqual([0, 0, 1, 0, 0, 0, 0, 3, 0, 3]);
});
