import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResampler, resampledLength, resamplerInputRange } from '#core/audio/dsp/resampler.ts';
import { amplitudeAt, rms, signalToNoise, sine } from './audio-files.ts';

const decibels = (ratio: number) => 20 * Math.log10(ratio);

/** Returns the resampled audio, and its middle part without the silence at both ends. */
function resampled(input: Float32Array, from: number, to: number): { whole: Float32Array; middle: Float32Array } {
  const resampler = createResampler(from, to);
  const whole = resampler.run(input, 0, 0, resampledLength(input.length, from, to));
  const edge = Math.ceil(0.02 * to);
  return { whole, middle: whole.subarray(edge, whole.length - edge) };
}

describe('resampling preserves a sine wave', () => {
  it.each([
    [96_000, 48_000, 1000],
    [96_000, 48_000, 19_000],
    [88_200, 48_000, 15_000],
    [192_000, 48_000, 20_000],
    [44_056, 44_100, 997],
    [11_000, 11_025, 4000],
    [37_800, 44_100, 16_000],
    [6000, 8000, 2500],
  ])('from %i to %i Hz, a sine of %i Hz', (from, to, frequency) => {
    const { whole } = resampled(sine(frequency, from, from), from, to);
    expect(whole).toHaveLength(to);
    const edge = Math.ceil(0.02 * to);
    const expected = sine(frequency, to, to).subarray(edge, to - edge);
    expect(signalToNoise(expected, whole.subarray(edge, to - edge))).toBeGreaterThan(95);
  });
});

describe('resampling removes frequencies above the lower Nyquist limit', () => {
  it.each([
    [96_000, 48_000, 24_500],
    [96_000, 48_000, 40_000],
    [88_200, 48_000, 25_000],
    [192_000, 48_000, 60_000],
    [50_000, 48_000, 24_800],
  ])('from %i to %i Hz, a sine of %i Hz', (from, to, frequency) => {
    const { middle } = resampled(sine(frequency, from, from), from, to);
    expect(decibels((rms(middle) * Math.SQRT2) / 0.5)).toBeLessThan(-95);
  });

  it('resampling to a higher rate adds no aliasing', () => {
    const { middle } = resampled(sine(3000, 6000 * 1.5, 9000), 9000, 11_025);
    expect(decibels(amplitudeAt(9000 - 3000 - 1000, middle, 11_025))).toBeLessThan(-95);
    expect(decibels(amplitudeAt(3000, middle, 11_025) / 0.5)).toBeCloseTo(0, 2);
  });
});

it('resampling preserves a constant exactly', () => {
  const { middle } = resampled(new Float32Array(44_056).fill(0.25), 44_056, 44_100);
  expect(Math.max(...middle)).toBeCloseTo(0.25, 6);
  expect(Math.min(...middle)).toBeCloseTo(0.25, 6);
});

it('resampling in pieces equals resampling at once, and needs only the stated range of input samples', () => {
  fc.assert(
    fc.property(
      fc.constantFrom([96_000, 48_000], [44_056, 44_100], [22_255, 22_050], [7000, 8000]),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 1, max: 500 }),
      ([from = 1, to = 1], start, length) => {
        const input = sine(500, from, 4000);
        const resampler = createResampler(from, to);
        const end = Math.min(resampledLength(input.length, from, to), start + length);
        if (end <= start) return;
        const whole = resampler.run(input, 0, start, end);
        const [first, last] = resamplerInputRange(from, to, start, end);
        expect(resampler.run(input.slice(first, last), first, start, end)).toEqual(whole);
      },
    ),
    { seed: 6, numRuns: 60 },
  );
});
