/**
 * Polyphase windowed-sinc resampler (Kaiser 1974; Oppenheim and Schafer, "Discrete-Time Signal Processing", 7.6). An
 * output sample depends on its position only, so separately resampled pieces join exactly. Attenuates by 100 dB above
 * the lower Nyquist frequency; passes everything up to 90% of this frequency (19.8 kHz at 44.1 kHz).
 */
export interface Resampler {
  /** Returns output samples `[outputStart, outputEnd)`. Samples before `inputStart` and after `input` are silence. */
  run(input: Float32Array, inputStart: number, outputStart: number, outputEnd: number): Float32Array<ArrayBuffer>;
}

const STOP_BAND_DB = 100;
/** Filter taps per output sample, at the lower of the two sample rates. */
const TAPS = 128;
/** Maximum number of filter phases. Interpolation between so many phases has errors far below −100 dB. */
const MAX_PHASES = 2048;

export function resampledLength(inputLength: number, inputRate: number, outputRate: number): number {
  return Math.round((inputLength * outputRate) / inputRate);
}

/** Returns the input samples `[start, end)` on which the output samples `[outputStart, outputEnd)` depend. */
export function resamplerInputRange(
  inputRate: number,
  outputRate: number,
  outputStart: number,
  outputEnd: number,
): readonly [start: number, end: number] {
  const half = halfTaps(inputRate, outputRate);
  const first = Math.floor((outputStart * inputRate) / outputRate);
  const last = Math.floor((Math.max(outputStart, outputEnd - 1) * inputRate) / outputRate);
  return [Math.max(0, first - half + 1), last + half + 1];
}

function halfTaps(inputRate: number, outputRate: number): number {
  return Math.ceil((TAPS / 2) * Math.max(1, inputRate / outputRate));
}

export function createResampler(inputRate: number, outputRate: number): Resampler {
  const divisor = greatestCommonDivisor(inputRate, outputRate);
  const [up, down] = [outputRate / divisor, inputRate / divisor];
  const filter = createFilter(inputRate, outputRate, Math.min(up, MAX_PHASES));
  return {
    run: (input, inputStart, outputStart, outputEnd) => {
      const output = new Float32Array(outputEnd - outputStart);
      for (let index = 0; index < output.length; index++) {
        // The product of position and rate is exact in floating point, because it is below 2^53 for every audio file.
        const position = (outputStart + index) * down;
        const whole = Math.floor(position / up);
        const first = whole - filter.before - inputStart;
        output[index] = filter.apply(input, first, (position - whole * up) / up);
      }
      return output;
    },
  };
}

interface Filter {
  /** Number of filter taps that precede the tap of the nearest input sample at or before the output position. */
  readonly before: number;
  /** Applies the filter at a position between two input samples: `fraction` is 0 at the earlier, 1 at the later. */
  apply(input: Float32Array, first: number, fraction: number): number;
}

function createFilter(inputRate: number, outputRate: number, phases: number): Filter {
  const stretch = Math.max(1, inputRate / outputRate);
  const half = halfTaps(inputRate, outputRate);
  const taps = 2 * half;
  const before = half - 1;
  // Transition width in radians per sample, and window parameter `beta` (Kaiser, 1974).
  const transition = (STOP_BAND_DB - 7.95) / (2.285 * (TAPS - 1)) / stretch;
  const cutoff = Math.PI / stretch - transition / 2;
  const beta = 0.1102 * (STOP_BAND_DB - 8.7);
  const isExact = phases < MAX_PHASES;
  const rows = Array.from({ length: phases + 1 }, (_, phase) => {
    const row = new Float32Array(taps);
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const distance = tap - before - phase / phases;
      const sinc = distance === 0 ? cutoff / Math.PI : Math.sin(cutoff * distance) / (Math.PI * distance);
      row[tap] = sinc * kaiser(distance / half, beta);
      sum += row[tap] as number;
    }
    // Normalizes the filter taps of each phase to a gain of 1 at frequency 0.
    for (let tap = 0; tap < taps; tap++) row[tap] = (row[tap] as number) / sum;
    return row;
  });
  return {
    before,
    apply(input, first, fraction) {
      const exact = fraction * phases;
      const phase = isExact ? Math.round(exact) : Math.floor(exact);
      const value = dot(input, first, rows[phase] as Float32Array);
      if (isExact) return value;
      return value + (exact - phase) * (dot(input, first, rows[phase + 1] as Float32Array) - value);
    },
  };
}

function dot(input: Float32Array, first: number, row: Float32Array): number {
  const from = Math.max(0, -first);
  const to = Math.min(row.length, input.length - first);
  let [a, b, c, d] = [0, 0, 0, 0];
  let tap = from;
  for (; tap + 4 <= to; tap += 4) {
    a += (input[first + tap] as number) * (row[tap] as number);
    b += (input[first + tap + 1] as number) * (row[tap + 1] as number);
    c += (input[first + tap + 2] as number) * (row[tap + 2] as number);
    d += (input[first + tap + 3] as number) * (row[tap + 3] as number);
  }
  for (; tap < to; tap++) a += (input[first + tap] as number) * (row[tap] as number);
  return a + b + c + d;
}

/** Returns the Kaiser window of shape `beta` at `x`, from −1 to 1. */
export function kaiser(x: number, beta: number): number {
  return Math.abs(x) >= 1 ? 0 : besselI0(beta * Math.sqrt(1 - x * x)) / besselI0(beta);
}

/** Returns the modified Bessel function of the first kind of order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
