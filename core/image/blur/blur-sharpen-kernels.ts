import { blurSharpenWasm } from '../../wasm/generated/blur-sharpen.ts';
import { PlainMemory } from '../../wasm/plain-memory.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

/**
 * The inner loops of blurring and sharpening. They work on one block of memory, and pointers are
 * byte offsets into it, multiples of 16 (of 4 for `rows` and where a pixel inside a row is meant).
 * The WebAssembly module of the same functions (`core/wasm/kernels/blur-sharpen.ts`) gives the
 * same bytes: sums of whole numbers have no order, and sums of 32-bit floats are made in the order
 * written here.
 *
 * Two sets for blurring: `whole…` for opaque pictures, in whole numbers, and `float…` for the
 * rest, in 32-bit floats of premultiplied colour.
 */
export interface BlurSharpenKernels extends KernelMemory {
  /** `count` (a multiple of 4) pixels of RGBA bytes as 16-bit numbers. */
  widen(source: number, target: number, count: number): void;

  /**
   * `count` (a multiple of 4) pixels of four 16-bit numbers in 1/64 of a level, each the sum of
   * the pixels around it by 16-bit `weights` of 2⁻¹⁵: one for the middle and `radius` (odd) more,
   * each for a neighbour on either side. Target pixel i has its middle at source pixel `radius + i`.
   */
  wholeRow(source: number, target: number, weights: number, radius: number, count: number): void;

  /** The same downwards, and to bytes: `rows` are `2 × radius + 1` pointers (32-bit) to such rows. */
  wholeColumn(rows: number, weights: number, radius: number, target: number, count: number): void;

  /** `count` pixels of RGBA bytes as floats: (R·A, G·A, B·A, A). */
  premultiply(source: number, target: number, count: number): void;

  /** As `wholeRow`, for pixels of four floats and weights that are floats. */
  floatRow(source: number, target: number, weights: number, radius: number, count: number): void;

  /** As `wholeColumn`, to straight RGBA bytes; transparent black where alpha rounds to 0. */
  floatColumn(rows: number, weights: number, radius: number, target: number, count: number): void;

  /**
   * `count` (a multiple of 4) pixels of RGBA bytes: each colour c of `row` becomes
   * `c + amount × (4c − the sum of the four neighbours)`, halves rounded to the even neighbour.
   * The rows begin with the pixel left of the first. A transparent neighbour counts as the middle,
   * because it has no colour; a transparent middle stays.
   */
  sharpenRow(above: number, row: number, below: number, target: number, count: number, amount: number): void;
}

let loaded: Promise<BlurSharpenKernels> | undefined;

/** The fastest kernels there are here, once for each thread. */
export function loadBlurSharpenKernels(): Promise<BlurSharpenKernels> {
  loaded ??= instantiateKernels<BlurSharpenKernels>(blurSharpenWasm).then((kernels) => kernels ?? new PlainKernels());
  return loaded;
}

/** Fraction bits of the numbers between `wholeRow` and `wholeColumn`, and of their weights. */
const FRACTION = 6;
const WEIGHT = 15;

/** A weight of one for `wholeRow` and `wholeColumn`. */
export const WHOLE_ONE = 1 << WEIGHT;

const { fround } = Math;

/** In plain TypeScript: where WebAssembly's SIMD is missing, and to test it against. */
export class PlainKernels extends PlainMemory implements BlurSharpenKernels {
  widen(source: number, target: number, count: number): void {
    for (let index = 0; index < count * 4; index++) this.i16[(target >> 1) + index] = this.u8[source + index] as number;
  }

  wholeRow(source: number, target: number, weights: number, radius: number, count: number): void {
    const { i16 } = this;
    const weight = weights >> 1;
    const middle = (source >> 1) + radius * 4;
    const down = WEIGHT - FRACTION;
    for (let index = 0; index < count * 4; index++) {
      let sum = (1 << (down - 1)) + (i16[middle + index] as number) * (i16[weight] as number);
      for (let step = 1; step <= radius; step++) {
        const pair = (i16[middle + index - step * 4] as number) + (i16[middle + index + step * 4] as number);
        sum += pair * (i16[weight + step] as number);
      }
      i16[(target >> 1) + index] = sum >> down;
    }
  }

  wholeColumn(rows: number, weights: number, radius: number, target: number, count: number): void {
    const { i16, u32, clamped } = this;
    const weight = weights >> 1;
    const starts = u32.slice(rows >> 2, (rows >> 2) + 2 * radius + 1).map((pointer) => pointer >> 1);
    const down = WEIGHT + FRACTION;
    for (let index = 0; index < count * 4; index++) {
      let sum = (1 << (down - 1)) + (i16[(starts[radius] as number) + index] as number) * (i16[weight] as number);
      for (let step = 1; step <= radius; step++) {
        const above = i16[(starts[radius - step] as number) + index] as number;
        const below = i16[(starts[radius + step] as number) + index] as number;
        sum += (above + below) * (i16[weight + step] as number);
      }
      clamped[target + index] = sum >> down;
    }
  }

  premultiply(source: number, target: number, count: number): void {
    const { u8, f32 } = this;
    let to = target >> 2;
    for (let from = source; from < source + count * 4; from += 4) {
      const alpha = u8[from + 3] as number;
      f32[to++] = (u8[from] as number) * alpha;
      f32[to++] = (u8[from + 1] as number) * alpha;
      f32[to++] = (u8[from + 2] as number) * alpha;
      f32[to++] = alpha;
    }
  }

  floatRow(source: number, target: number, weights: number, radius: number, count: number): void {
    const { f32 } = this;
    const weight = weights >> 2;
    const middle = (source >> 2) + radius * 4;
    const to = target >> 2;
    for (let index = 0; index < count * 4; index++) {
      let sum = fround((f32[middle + index] as number) * (f32[weight] as number));
      for (let step = 1; step <= radius; step++) {
        const pair = fround((f32[middle + index - step * 4] as number) + (f32[middle + index + step * 4] as number));
        sum = fround(sum + fround(pair * (f32[weight + step] as number)));
      }
      f32[to + index] = sum;
    }
  }

  floatColumn(rows: number, weights: number, radius: number, target: number, count: number): void {
    const { f32, u32, u8 } = this;
    const weight = weights >> 2;
    const starts = u32.slice(rows >> 2, (rows >> 2) + 2 * radius + 1).map((pointer) => pointer >> 2);
    const sums = new Float32Array(4);
    for (let pixel = 0; pixel < count; pixel++) {
      for (let channel = 0; channel < 4; channel++) {
        const index = pixel * 4 + channel;
        let sum = fround((f32[(starts[radius] as number) + index] as number) * (f32[weight] as number));
        for (let step = 1; step <= radius; step++) {
          const above = f32[(starts[radius - step] as number) + index] as number;
          const below = f32[(starts[radius + step] as number) + index] as number;
          sum = fround(sum + fround(fround(above + below) * (f32[weight + step] as number)));
        }
        sums[channel] = sum;
      }
      writeStraight(sums, u8, target + pixel * 4);
    }
  }

  sharpenRow(above: number, row: number, below: number, target: number, count: number, amount: number): void {
    const { u8, clamped } = this;
    const by = fround(amount);
    for (let index = 0; index < count * 4; index += 4) {
      const middle = row + 4 + index;
      const alpha = u8[middle + 3] as number;
      const visible = (neighbor: number) => (u8[neighbor + 3] === 0 ? middle : neighbor);
      const top = visible(above + 4 + index);
      const bottom = visible(below + 4 + index);
      const left = visible(middle - 4);
      const right = visible(middle + 4);
      for (let channel = 0; channel < 3; channel++) {
        const level = u8[middle + channel] as number;
        const sum =
          (u8[top + channel] as number) +
          (u8[bottom + channel] as number) +
          (u8[left + channel] as number) +
          (u8[right + channel] as number);
        clamped[target + index + channel] = alpha === 0 ? level : fround(level + fround((4 * level - sum) * by));
      }
      u8[target + index + 3] = alpha;
    }
  }
}

function writeStraight(sums: Float32Array, bytes: Uint8Array, at: number): void {
  const alpha = sums[3] as number;
  for (let channel = 0; channel < 3; channel++)
    bytes[at + channel] = alpha < 0.5 ? 0 : roundedByte(fround((sums[channel] as number) / alpha));
  bytes[at + 3] = alpha < 0.5 ? 0 : roundedByte(alpha);
}

/** The nearest byte, halves upwards. */
function roundedByte(value: number): number {
  return Math.trunc(fround(Math.min(255, Math.max(0, value)) + 0.5));
}
