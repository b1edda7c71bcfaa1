import { describe, expect, it } from 'vitest';
import { integratedLoudness, kWeighting, stepPowers, stepStart } from '#core/audio/dsp/loudness.ts';
import { truePeak } from '#core/audio/dsp/true-peak.ts';
import { random } from '../../random.ts';
import { sine } from './audio-files.ts';

const decibels = (value: number) => 20 * Math.log10(value);

/** Returns a stereo sine of 1 kHz whose level in dBFS changes after the given seconds. */
function tones(sampleRate: number, parts: readonly (readonly [level: number, seconds: number])[]) {
  const seconds = parts.reduce((sum, [, duration]) => sum + duration, 0);
  const left = sine(1000, sampleRate, Math.round(seconds * sampleRate), 1);
  let from = 0;
  for (const [level, duration] of parts) {
    const to = from + Math.round(duration * sampleRate);
    for (let index = from; index < to; index++) left[index] = (left[index] ?? 0) * 10 ** (level / 20);
    from = to;
  }
  return [left, left];
}

const loudnessOf = (channels: readonly Float32Array[], sampleRate: number) =>
  integratedLoudness(stepPowers(channels, sampleRate, 0, 0));

describe('loudness (ITU-R BS.1770)', () => {
  it('weights 48 kHz with the coefficients of the standard', () => {
    const [shelf, pass] = kWeighting(48_000);
    const listed = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585];
    for (const [index, value] of [...shelf.b, ...shelf.a].entries()) expect(value).toBeCloseTo(listed[index] ?? 0, 12);
    expect(pass.b).toEqual([1, -2, 1]);
    for (const [index, value] of pass.a.entries())
      expect(value).toBeCloseTo([-1.99004745483398, 0.99007225036621][index] ?? 0, 12);
  });

  // Minimum requirements test signals of EBU Tech 3341 for stereo, each −23 ± 0.1 LUFS, except the second.
  it.each([
    [1, -23, [[-23, 20]]],
    [2, -33, [[-33, 20]]],
    [
      3,
      -23,
      [
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ],
    ],
    [
      4,
      -23,
      [
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ],
    ],
    [
      5,
      -23,
      [
        [-26, 20],
        [-20, 20.1],
        [-26, 20],
      ],
    ],
  ] as const)('passes test %d of EBU Tech 3341 at 44.1 and 48 kHz', (_, target, parts) => {
    for (const rate of [44_100, 48_000])
      expect(Math.abs(loudnessOf(tones(rate, parts), rate) - target)).toBeLessThanOrEqual(0.1);
  });

  // Signals 15 to 19: sines of a fraction of the sample rate, whose peaks are between the samples. +0.2, −0.4 dB.
  it.each([
    [4, 0, 0.5, -6],
    [4, 45, 0.5, -6],
    [6, 60, 0.5, -6],
    [8, 67.5, 0.5, -6],
    [4, 45, 1.41, 3],
  ])(
    'finds the true peak of a sine of 1/%d of the sample rate with phase %d° and amplitude %d',
    (period, phase, amplitude, target) => {
      const length = 48_000;
      // Fades the ends, because the peaks of a sine that starts abruptly are larger.
      const samples = Float32Array.from({ length }, (_, n) => {
        const fade = Math.min(1, n / 4800, (length - n) / 4800);
        return fade * amplitude * Math.sin((2 * Math.PI * n) / period + (phase * Math.PI) / 180);
      });
      const peak = decibels(truePeak(samples));
      expect(peak).toBeLessThanOrEqual(target + 0.2);
      expect(peak).toBeGreaterThanOrEqual(target - 0.4);
    },
  );

  it('measures pieces as the whole', () => {
    const [rate, length] = [44_100, 44_100 * 3];
    const next = random(1);
    const noise = Float32Array.from({ length }, () => next(256) / 128 - 1);
    const channels = [noise, sine(60, rate, length)];
    const whole = stepPowers(channels, rate, 0, 0);
    const lead = stepStart(4, rate);
    const from = stepStart(15, rate) - lead;
    const rest = stepPowers(
      channels.map((samples) => samples.subarray(from)),
      rate,
      15,
      lead,
    );
    expect(rest).toHaveLength(15);
    for (const [step, power] of rest.entries()) expect(power / (whole[step + 15] ?? 0)).toBeCloseTo(1, 9);
  });

  it('is −∞ for silence and for nothing', () => {
    expect(loudnessOf([new Float32Array(44_100)], 44_100)).toBe(Number.NEGATIVE_INFINITY);
    expect(integratedLoudness(new Float64Array(0))).toBe(Number.NEGATIVE_INFINITY);
  });
});
