import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mixChannels, mixMatrix } from '#core/audio/dsp/channel-mix.ts';
import { quantizeTo16, writePcm } from '#core/audio/dsp/quantize.ts';
import { rms, sine } from './audio-files.ts';

describe('mixing channels down to stereo', () => {
  it('keeps mono and stereo unchanged', () => {
    expect(mixMatrix(1, 4)).toBeUndefined();
    expect(mixMatrix(2, 3)).toBeUndefined();
  });

  it('mixes 5.1 as ITU-R BS.775 specifies, without the low-frequency channel', () => {
    const whole = 1 + 2 * Math.SQRT1_2;
    const [side, full] = [Math.SQRT1_2 / whole, 1 / whole];
    const [left = [], right = []] = mixMatrix(6, 0x3f) ?? [];
    [full, 0, side, 0, side, 0].forEach((gain, channel) => {
      expect(left[channel]).toBeCloseTo(gain, 12);
    });
    [0, full, side, 0, 0, side].forEach((gain, channel) => {
      expect(right[channel]).toBeCloseTo(gain, 12);
    });
  });

  it('assigns channels by the channel mask', () => {
    // The mask 0xb means front left, front right and low frequency. The mix omits the low-frequency channel.
    expect(mixMatrix(3, 0xb)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
    ]);
    // Three channels without a mask are front left, right and center.
    expect(mixMatrix(3, 0)).toEqual(mixMatrix(3, 0x7));
    // The back center channel is mixed into both sides.
    const [left, right] = mixMatrix(4, 0x107) ?? [];
    expect(left?.[3]).toBe(right?.[3]);
  });

  it('never exceeds full scale, for any number of channels and any mask', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 8 }), fc.integer({ min: 0, max: 0x3_ffff }), (channels, mask) => {
        const rows = mixMatrix(channels, mask) ?? [];
        expect(rows).toHaveLength(2);
        for (const row of rows) {
          expect(row).toHaveLength(channels);
          expect(row.reduce((sum, gain) => sum + gain, 0)).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
      { seed: 6 },
    );
  });

  it('multiplies each channel by its gain and adds the results', () => {
    const channels = [1, 0.5, -1].map((value) => new Float32Array(2).fill(value));
    const mixed = mixChannels(channels, [
      [0.5, 0, 0.25],
      [0, 1, 0],
    ]);
    expect(mixed.map((samples) => [...samples])).toEqual([
      [0.25, 0.25],
      [0.5, 0.5],
    ]);
  });
});

describe('rounding to 16 bits', () => {
  it('clips at both ends', () => {
    const rounded = quantizeTo16(Float32Array.of(1, 1.5, 40, -1, -1.5, -40), 0, 0);
    expect([...rounded].every((value) => value >= 32_766 || value <= -32_767)).toBe(true);
    expect(Math.max(...rounded)).toBe(32_767);
    expect(Math.min(...rounded)).toBe(-32_768);
  });

  it('keeps silence silent', () => {
    expect(quantizeTo16(new Float32Array(1000), 0, 0).every((value) => value === 0)).toBe(true);
  });

  it('has a dither error of half a step (RMS) that is independent of the audio', () => {
    // A constant of a quarter of a 16-bit step: plain rounding would give 0, but rounding with dither keeps the mean.
    const quiet = new Float32Array(200_000).fill(0.25 / 32_768);
    const rounded = Float32Array.from(quantizeTo16(quiet, 0, 0));
    expect(rounded.reduce((sum, value) => sum + value, 0) / rounded.length).toBeCloseTo(0.25, 2);
    // Triangular dither and rounding together have a variance of 1/4 step², so a standard deviation of 1/2 step.
    const error = rounded.map((value) => value - 0.25);
    expect(rms(error)).toBeCloseTo(0.5, 2);
    const audio = sine(440, 44_100, 200_000);
    const noise = Float32Array.from(quantizeTo16(audio, 0, 0), (value, n) => value - (audio[n] as number) * 32_768);
    expect(rms(noise)).toBeCloseTo(0.5, 2);
  });

  it('gives a piece the same samples as the whole audio, wherever the piece starts', () => {
    const audio = sine(440, 44_100, 5000);
    const whole = quantizeTo16(audio, 0, 1);
    expect(quantizeTo16(audio.subarray(1234), 1234, 1)).toEqual(whole.slice(1234));
    expect(quantizeTo16(audio, 0, 0)).not.toEqual(whole);
  });

  it('writes interleaved little-endian samples of each depth', () => {
    const channels = [Float32Array.of(0, -1), Float32Array.of(0, 0.5)];
    expect([...writePcm(channels, 0, '24')]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0x40]);
    expect([...new Float32Array(writePcm(channels, 0, 'float').buffer)]).toEqual([0, 0, -1, 0.5]);
    const shorts = new Int16Array(writePcm(channels, 0, '16').buffer);
    expect([...shorts.subarray(0, 2)]).toEqual([0, 0]);
    expect(Math.abs((shorts[3] ?? 0) - 16_384)).toBeLessThanOrEqual(1);
  });
});
