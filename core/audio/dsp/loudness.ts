/** Loudness of programs by ITU-R BS.1770-5, annex 1, in steps of 100 ms: four steps are one gating block. */

/** Steps per second. A gating block of 400 ms overlaps the next by 75%, so it consists of four steps. */
export const STEPS_PER_SEC = 10;
const BLOCK_STEPS = 4;
/** Loudness in LUFS of a mean square of 1, and the gates: absolute in LUFS, relative in LU. */
const OFFSET = -0.691;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

/** Coefficients of a biquad filter, normalized to `a0` = 1. */
interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/**
 * Returns the K weighting for any sample rate: a high shelf, then a high-pass filter. BS.1770 lists coefficients for
 * 48 kHz only; their analog prototypes are those of De Man, "Evaluation of implementations of the EBU R128 loudness
 * measurement", 2018.
 */
export function kWeighting(sampleRate: number): readonly [shelf: Biquad, highPass: Biquad] {
  return [shelf(sampleRate), highPass(sampleRate)];
}

function shelf(sampleRate: number): Biquad {
  const [frequency, gainDb, q] = [1681.974450955533, 3.999843853973347, 0.7071752369554196];
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const high = 10 ** (gainDb / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [(high + (band * k) / q + k * k) / a0, (2 * (k * k - high)) / a0, (high - (band * k) / q + k * k) / a0],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

function highPass(sampleRate: number): Biquad {
  const [frequency, q] = [38.13547087602444, 0.5003270373238773];
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}

/** Returns the first sample of a step, counted from the start of the audio. */
export const stepStart = (step: number, sampleRate: number): number => Math.round((step * sampleRate) / STEPS_PER_SEC);

/**
 * Returns the power of each step: the mean square of the weighted samples, summed over the channels, each of weight 1
 * (left, right and center; mixes to stereo have no surround channels). A last step may be shorter.
 * @param channels samples of the steps from `firstStep` on, preceded by `lead` samples that only settle the filters
 */
export function stepPowers(
  channels: readonly Float32Array[],
  sampleRate: number,
  firstStep: number,
  lead: number,
): Float64Array<ArrayBuffer> {
  const length = channels[0]?.length ?? 0;
  const start = stepStart(firstStep, sampleRate);
  const ends: number[] = [];
  for (let step = firstStep; (ends.at(-1) ?? lead) < length; step++)
    ends.push(Math.min(length, lead + stepStart(step + 1, sampleRate) - start));
  const powers = new Float64Array(ends.length);
  for (const samples of channels) addPowers(samples, kWeighting(sampleRate), lead, ends, powers);
  return powers;
}

function addPowers(
  samples: Float32Array,
  [{ b: shelfB, a: shelfA }, { a: passA }]: readonly [Biquad, Biquad],
  lead: number,
  ends: readonly number[],
  powers: Float64Array,
): void {
  const [b0, b1, b2] = shelfB;
  const [a1, a2] = shelfA;
  const [p1, p2] = passA;
  let [x1, x2, y1, y2, z1, z2] = [0, 0, 0, 0, 0, 0];
  let from = 0;
  for (const [step, end] of [lead, ...ends].entries()) {
    let sum = 0;
    for (let index = from; index < end; index++) {
      const x = samples[index] as number;
      const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
      const z = y - 2 * y1 + y2 - p1 * z1 - p2 * z2;
      x2 = x1;
      x1 = x;
      y2 = y1;
      y1 = y;
      z2 = z1;
      z1 = z;
      sum += z * z;
    }
    if (step > 0 && end > from) powers[step - 1] = (powers[step - 1] as number) + sum / (end - from);
    from = end;
  }
}

/**
 * Returns the integrated loudness in LUFS of step powers in order, gated at −70 LUFS and 10 LU below the mean of the
 * louder blocks; −∞ for silence. Audio shorter than a gating block counts as one block. The last step must be complete,
 * or the only one.
 */
export function integratedLoudness(powers: Float64Array): number {
  const blocks = gatingBlocks(powers);
  const above = (gate: number) => blocks.filter((power) => loudnessOf(power) > gate);
  const relative = loudnessOf(mean(above(ABSOLUTE_GATE))) + RELATIVE_GATE;
  return loudnessOf(mean(above(Math.max(ABSOLUTE_GATE, relative))));
}

function gatingBlocks(powers: Float64Array): Float64Array {
  if (powers.length < BLOCK_STEPS) return Float64Array.of(mean(powers));
  const blocks = new Float64Array(powers.length - BLOCK_STEPS + 1);
  for (let index = 0; index < blocks.length; index++) blocks[index] = mean(powers.subarray(index, index + BLOCK_STEPS));
  return blocks;
}

const loudnessOf = (power: number) => OFFSET + 10 * Math.log10(power);

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
