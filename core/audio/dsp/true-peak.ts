import { kaiser } from './resampler.ts';

/**
 * True peak (ITU-R BS.1770-5, annex 2): samples are interpolated at four times their rate, and a parabola through the
 * largest of these points and its neighbors finds the peak between the points.
 */

const OVERSAMPLING = 4;
/** Input samples on each side of an interpolated point. */
const HALF = 12;
const BETA = 6;

/** Samples before and after a piece on which the true peak of the piece depends. */
export const TRUE_PEAK_MARGIN = HALF;

/** Taps of the points at 1/4, 2/4 and 3/4 of the way between two samples: a windowed sinc. */
const PHASES = Array.from({ length: OVERSAMPLING - 1 }, (_, index) => {
  const fraction = (index + 1) / OVERSAMPLING;
  const taps = Float64Array.from({ length: 2 * HALF }, (_, tap) => {
    const distance = tap - HALF + 1 - fraction;
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * kaiser(distance / HALF, BETA);
  });
  const sum = taps.reduce((all, tap) => all + tap, 0);
  return taps.map((tap) => tap / sum);
}) as [Float64Array, Float64Array, Float64Array];
const [FIRST, SECOND, THIRD] = PHASES;

/** An interpolated point is at most this many times as large as the largest of the samples around it. */
const LARGEST_GAIN = Math.max(...PHASES.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));

/** Samples that are skipped together if all samples around them are too small to be a new peak. */
const GROUP = 16;

/**
 * Returns the true peak of samples `[from, to)` of one channel, 1 at full scale, or `known` if that is larger. The
 * samples around them, up to `TRUE_PEAK_MARGIN`, should be those of the audio.
 */
export function truePeak(samples: Float32Array, from = 0, to = samples.length, known = 0): number {
  const padded = new Float32Array(samples.length + 2 * HALF);
  padded.set(samples, HALF);
  let peak = Math.max(known, largest(samples, from, to));
  // Points that were not computed are NaN, because every comparison with NaN is false.
  let [before, last] = [Number.NaN, Number.NaN];
  const add = (point: number) => {
    if (point > peak) peak = point;
    if (last >= before && last >= point) {
      const bend = before - 2 * last + point;
      const top = bend < 0 ? last - (before - point) ** 2 / (8 * bend) : last;
      if (top > peak) peak = top;
    }
    before = last;
    last = point;
  };
  for (let group = from; group < to; group += GROUP) {
    const end = Math.min(to, group + GROUP);
    if (LARGEST_GAIN * largest(padded, group, end + 2 * HALF) <= peak) {
      before = last = Number.NaN;
      continue;
    }
    for (let index = group; index < end; index++) {
      let [first, second, third] = [0, 0, 0];
      for (let tap = 0; tap < 2 * HALF; tap++) {
        const sample = padded[index + 1 + tap] as number;
        first += sample * (FIRST[tap] as number);
        second += sample * (SECOND[tap] as number);
        third += sample * (THIRD[tap] as number);
      }
      add(Math.abs(samples[index] as number));
      add(Math.abs(first));
      add(Math.abs(second));
      add(Math.abs(third));
    }
  }
  return peak;
}

function largest(samples: Float32Array, from: number, to: number): number {
  let most = 0;
  for (let index = from; index < to; index++) {
    const level = Math.abs(samples[index] as number);
    if (level > most) most = level;
  }
  return most;
}
