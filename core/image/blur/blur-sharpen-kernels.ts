import { blurSharpenWasm } from '../../wasm/generated/blur-sharpen.ts';
import { PlainMemory } from '../../wasm/plain-memory.ts';
import { type KernelMemory, loadKernels } from '../../wasm/webassembly.ts';

/**
 * Inner loops of blur and sharpen. Arguments are byte offsets in one memory, multiples of 16 (4 for `rows` and pixels
 * inside a row). WebAssembly and TypeScript return equal bytes. `whole…` functions process opaque images in integers,
 * `float…` other images in premultiplied 32-bit floats, summed in the same order.
 */
export interface BlurSharpenKernels extends KernelMemory {
  /** Widens the four bytes of `count` (a multiple of 4) RGBA pixels to 16-bit integers. */
  widen(source: number, target: number, count: number): void;

  /**
   * Blurs `count` (4 × n) widened pixels horizontally, to 16-bit integers in 1/64 of a level. `weights` are 16-bit, in
   * units of 2⁻¹⁵: center, then `radius` (odd) neighbors. Target pixel i is centered at source pixel `radius + i`.
   */
  wholeRow(source: number, target: number, weights: number, radius: number, count: number): void;

  /** Blurs the results of `wholeRow` vertically, to RGBA bytes. `rows` has 32-bit pointers to `2 × radius + 1` rows. */
  wholeColumn(rows: number, weights: number, radius: number, target: number, count: number): void;

  /** Converts `count` RGBA pixels to floats: (R·A, G·A, B·A, A). */
  premultiply(source: number, target: number, count: number): void;

  /** Blurs premultiplied pixels horizontally, with pixels and weights in 32-bit floats. */
  floatRow(source: number, target: number, weights: number, radius: number, count: number): void;

  /** Blurs rows of floats vertically, to RGBA bytes with straight alpha; transparent black where alpha rounds to 0. */
  floatColumn(rows: number, weights: number, radius: number, target: number, count: number): void;

  /**
   * Sharpens `count` (4 × n) RGBA pixels: `c + amount × (4c − sum of the neighbors)`, halves to even. Keeps transparent
   * pixels; the center replaces transparent neighbors. `above`, `row`, `below` start one pixel further left.
   */
  sharpenRow(above: number, row: number, below: number, target: number, count: number, amount: number): void;
}

export const loadBlurSharpenKernels = () => loadKernels<BlurSharpenKernels>(blurSharpenWasm, () => new PlainKernels());

/** Number of fraction bits of horizontally blurred integer pixels, and of the integer weights of the blur. */
const FRACTION = 6;
const WEIGHT = 15;

/** The blur weight 1 as a fixed-point integer. */
export const WHOLE_ONE = 1 << WEIGHT;

const { fround } = Math;

/** Kernels of blur and sharpen in TypeScript, used without WebAssembly SIMD and in tests. */
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

function roundedByte(value: number): number {
  return Math.trunc(fround(Math.min(255, Math.max(0, value)) + 0.5));
}
