import { resampleWasm } from '../../wasm/generated/resample.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

/**
 * The inner loops of resampling. They work on one block of memory, and pointers are byte offsets
 * into it, multiples of 16. The WebAssembly module of the same functions (`core/wasm/kernels/
 * resample.ts`) gives the same bytes: sums of whole numbers have no order, and sums of 32-bit
 * floats are made in the order written here.
 *
 * Two sets: `whole…` for opaque pictures, in whole numbers, and `float…` for the rest, in 32-bit
 * floats of premultiplied colour.
 */
export interface ResampleKernels extends KernelMemory {
  /**
   * A row of RGBA bytes, resampled to `count` pixels of four 16-bit numbers, in 1/64 of a level.
   * Target pixel i is the sum of `taps` (a multiple of 4) pixels from pixel `starts[i]` (32-bit) on, by as
   * many 16-bit weights of `2^-shift`, those of pixel 0 first.
   */
  wholeRow(
    source: number,
    target: number,
    starts: number,
    weights: number,
    taps: number,
    count: number,
    shift: number,
  ): void;

  /**
   * `count` (a multiple of 16) bytes, each the sum of `taps` (a multiple of 2) numbers of the rows at the
   * pointers `rows` (32-bit) by 16-bit weights of `2^-shift`.
   */
  wholeColumn(rows: number, weights: number, taps: number, target: number, count: number, shift: number): void;

  /** `count` pixels of RGBA bytes as floats: (R·A, G·A, B·A, A). */
  premultiply(source: number, target: number, count: number): void;

  /** As `wholeRow`, for pixels of four floats and weights that are floats. */
  floatRow(source: number, target: number, starts: number, weights: number, taps: number, count: number): void;

  /** Adds a row of `count` pixels of four floats, times `weight`, to another. */
  floatAdd(source: number, target: number, weight: number, count: number): void;

  /** `count` premultiplied pixels as RGBA bytes; transparent black where alpha rounds to 0. */
  unpremultiply(source: number, target: number, count: number): void;
}

let loaded: Promise<ResampleKernels> | undefined;

/** The fastest kernels there are here, once for each thread. */
export function loadResampleKernels(): Promise<ResampleKernels> {
  loaded ??= instantiateKernels<ResampleKernels>(resampleWasm).then((kernels) => kernels ?? createResampleKernels());
  return loaded;
}

/** Fraction bits of the numbers between `wholeRow` and `wholeColumn`. */
const FRACTION = 6;

/** The kernels in plain TypeScript: where WebAssembly's SIMD is missing, and to test it against. */
export function createResampleKernels(): ResampleKernels {
  let memory = new ArrayBuffer(0);
  let u8 = new Uint8Array(memory);
  let clamped = new Uint8ClampedArray(memory);
  let i16 = new Int16Array(memory);
  let i32 = new Int32Array(memory);
  let f32 = new Float32Array(memory);
  const { fround } = Math;

  return {
    memory(bytes) {
      if (memory.byteLength < bytes) {
        memory = new ArrayBuffer(Math.ceil(bytes / 16) * 16);
        u8 = new Uint8Array(memory);
        clamped = new Uint8ClampedArray(memory);
        i16 = new Int16Array(memory);
        i32 = new Int32Array(memory);
        f32 = new Float32Array(memory);
      }
      return memory;
    },

    wholeRow(source, target, starts, weights, taps, count, shift) {
      const down = shift - FRACTION;
      const half = 1 << (down - 1);
      let weight = weights >> 1;
      let to = target >> 1;
      for (let pixel = 0; pixel < count; pixel++) {
        let from = source + (i32[(starts >> 2) + pixel] as number) * 4;
        let [red, green, blue, alpha] = [half, half, half, half];
        for (let tap = 0; tap < taps; tap++, from += 4) {
          const by = i16[weight++] as number;
          red += (u8[from] as number) * by;
          green += (u8[from + 1] as number) * by;
          blue += (u8[from + 2] as number) * by;
          alpha += (u8[from + 3] as number) * by;
        }
        i16[to++] = red >> down;
        i16[to++] = green >> down;
        i16[to++] = blue >> down;
        i16[to++] = alpha >> down;
      }
    },

    wholeColumn(rows, weights, taps, target, count, shift) {
      const down = shift + FRACTION;
      const half = 1 << (down - 1);
      for (let index = 0; index < count; index++) {
        let sum = half;
        for (let tap = 0; tap < taps; tap++)
          sum +=
            (i16[((i32[(rows >> 2) + tap] as number) >> 1) + index] as number) * (i16[(weights >> 1) + tap] as number);
        clamped[target + index] = sum >> down;
      }
    },

    premultiply(source, target, count) {
      let to = target >> 2;
      for (let from = source; from < source + count * 4; from += 4) {
        const alpha = u8[from + 3] as number;
        f32[to++] = (u8[from] as number) * alpha;
        f32[to++] = (u8[from + 1] as number) * alpha;
        f32[to++] = (u8[from + 2] as number) * alpha;
        f32[to++] = alpha;
      }
    },

    floatRow(source, target, starts, weights, taps, count) {
      let weight = weights >> 2;
      let to = target >> 2;
      for (let pixel = 0; pixel < count; pixel++, weight += taps) {
        const from = (source >> 2) + (i32[(starts >> 2) + pixel] as number) * 4;
        for (let channel = 0; channel < 4; channel++) {
          // Four sums side by side, as taps 0, 4, 8…, 1, 5, 9… and so on: they need not wait for each other.
          let [a, b, c, d] = [0, 0, 0, 0];
          for (let tap = 0; tap < taps; tap += 4) {
            const at = from + tap * 4 + channel;
            const by = weight + tap;
            a = fround(a + fround((f32[at] as number) * (f32[by] as number)));
            b = fround(b + fround((f32[at + 4] as number) * (f32[by + 1] as number)));
            c = fround(c + fround((f32[at + 8] as number) * (f32[by + 2] as number)));
            d = fround(d + fround((f32[at + 12] as number) * (f32[by + 3] as number)));
          }
          f32[to++] = fround(fround(a + b) + fround(c + d));
        }
      }
    },

    floatAdd(source, target, weight, count) {
      const by = fround(weight);
      let from = source >> 2;
      const end = (target >> 2) + count * 4;
      for (let to = target >> 2; to < end; to++)
        f32[to] = fround((f32[to] as number) + fround((f32[from++] as number) * by));
    },

    unpremultiply(source, target, count) {
      let from = source >> 2;
      for (let to = target; to < target + count * 4; to += 4, from += 4) {
        const alpha = f32[from + 3] as number;
        const alphaByte = alpha < 0.5 ? 0 : roundedByte(alpha);
        for (let channel = 0; channel < 3; channel++)
          u8[to + channel] = alphaByte === 0 ? 0 : roundedByte(fround((f32[from + channel] as number) / alpha));
        u8[to + 3] = alphaByte;
      }
    },
  };
}

/** The nearest byte, halves upwards. */
function roundedByte(value: number): number {
  return Math.trunc(Math.fround(Math.min(255, Math.max(0, value)) + 0.5));
}
