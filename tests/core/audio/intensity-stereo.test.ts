import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMp3Decoder, type Mp3Decoder } from '#core/audio/mp3/decode-piece.ts';
import { decodeByFfmpeg } from '../../fuzz/ffmpeg-samples.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const bits = (value: number, count: number) => value.toString(2).padStart(count, '0');

/** Bits per scalefactor of the right channel, and the `scalefac_compress` that states them (ISO/IEC 13818-3, 2.4.3.2). */
const [POSITION_BITS, COMPRESS] = [3, 2 * (3 * 36 + 3 * 6 + 3)];

type Blocks = 'long' | 'short' | 'mixed';

const [FRAME_BYTES, FRAMES, POSITIONS] = [192, 10, 36];

interface Frame {
  readonly blocks: Blocks;
  /** Number of pairs of zeros before the three pairs of ones in the left channel's coefficients. */
  readonly pairs: number;
  /** Intensity positions of the bands, in the order of the scalefactors. */
  readonly positions: readonly number[];
}

/** Equal frames of MPEG-2 Layer III in intensity stereo, 24 kHz and 64 kbps, whose right channel has no coefficients. */
function mp3Of({ blocks, pairs, positions }: Frame): Bytes {
  const left = '1'.repeat(pairs) + '00000'.repeat(3);
  const count = { long: 21, short: 36, mixed: 33 }[blocks];
  const right = positions
    .slice(0, count)
    .map((position) => bits(position, POSITION_BITS))
    .join('');
  const window =
    blocks === 'long'
      ? `0${bits(1, 5).repeat(3)}${bits(15, 4)}${bits(7, 3)}`
      : `1${bits(2, 2)}${blocks === 'mixed' ? 1 : 0}${bits(1, 5).repeat(2)}${bits(0, 9)}`;
  const side = (length: number, big: number, compress: number) =>
    `${bits(length, 12)}${bits(big, 9)}${bits(190, 8)}${bits(compress, 9)}${window}00`;
  const channels = side(left.length, pairs + 3, 0) + side(right.length, 0, COMPRESS);
  const header = [0xff, 0xf3, 0x84, 0x50].map((byte) => bits(byte, 8)).join('');
  const text = header + bits(0, 10) + channels + left + right;
  const frame = Uint8Array.from({ length: FRAME_BYTES }, (_, at) =>
    Number.parseInt(text.slice(at * 8, at * 8 + 8).padEnd(8, '0'), 2),
  );
  return new Uint8Array(Buffer.concat(Array(FRAMES).fill(frame)));
}

const none = Array<number>(POSITIONS).fill(0);

/** The right channel's share of the signal, to three digits. */
function rightShare([left, right]: readonly Float32Array[]): number {
  const energyOf = (samples: Float32Array | undefined) =>
    samples?.subarray(1500, 5000).reduce((sum, sample) => sum + sample ** 2, 0) ?? 0;
  const [one, other] = [energyOf(left), energyOf(right)];
  return Math.round(1000 * Math.sqrt(other / (one + other)));
}

describe('intensity stereo in MPEG-2', () => {
  let decoder: Mp3Decoder;
  beforeAll(async () => {
    decoder = await createMp3Decoder();
  });
  afterAll(() => decoder.free());

  const ours = (frame: Frame) => rightShare(decoder.decode(mp3Of(frame)).channels);
  const byFfmpeg = (frame: Frame) => rightShare(decodeByFfmpeg(mp3Of(frame), 'mp3', 2) ?? []);

  /** Returns the indexes of the scalefactors on which the right channel's share depends. */
  const decisive = (share: (frame: Frame) => number, frame: Omit<Frame, 'positions'>) =>
    none.flatMap((_, index) =>
      share({ ...frame, positions: none.with(index, 2) }) === share({ ...frame, positions: none }) ? [] : [index],
    );

  it.each<[Blocks, number, number]>([
    ['long', 6, 2],
    ['short', 39, 15],
    ['mixed', 6, 2],
  ])('reads the intensity position of %s blocks from the scalefactor of the band (pair %i)', (blocks, pairs, index) => {
    expect(decisive(ours, { blocks, pairs })).toEqual([index]);
    const changed: Frame = { blocks, pairs, positions: none.with(index, 2) };
    expect(byFfmpeg(changed)).toBe(ours(changed));
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('has the same levels as FFmpeg at intensity position %i', (position) => {
    const frame: Frame = { blocks: 'short', pairs: 39, positions: Array(POSITIONS).fill(position) };
    expect(ours(frame)).toBe(byFfmpeg(frame));
  });

  it('ignores the illegal intensity position, which has all bits set', () => {
    expect(ours({ blocks: 'short', pairs: 39, positions: Array(POSITIONS).fill(7) })).toBe(0);
  });

  // docs/upstream.md describes this bug of mpg123. The test fails once mpg123 is fixed.
  it('reads the position of short blocks in mixed blocks two scalefactors too late, a known bug of mpg123', () => {
    const frame = { blocks: 'mixed', pairs: 39 } as const;
    const [right, wrong] = [12, 14];
    const shares = [none, none.with(right, 2), none.with(wrong, 2)].map((positions) =>
      byFfmpeg({ ...frame, positions }),
    );
    expect(shares).toEqual([shares[0], expect.not.closeTo(shares[0] as number), shares[0]]);
    expect(decisive(ours, frame)).toEqual([wrong]);
  });
});
