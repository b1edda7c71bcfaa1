import { resampleWasm } from '../../wasm/generated/resample.ts';
import { type KernelMemory, loadKernels } from '../../wasm/webassembly.ts';

/**
 * Inner loops of resampling. Arguments are byte offsets in one memory, multiples of 16. WebAssembly and TypeScript
 * return equal bytes. `whole…` functions process opaque images in integers, `float…` other images in premultiplied
 * 32-bit floats, summed in the same order.
 */
export interface ResampleKernels extends KernelMemory {
  /**
   * Resamples a row of RGBA bytes to `count` pixels of four 16-bit integers in 1/64 of a level. Target pixel i sums
   * `taps` (a multiple of 4) pixels from index `starts[i]` (32-bit) on, with 16-bit weights in units of `2^-shift`.
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

  /** Sums `taps` (even) rows at 32-bit pointers to `count` (16 × n) bytes, with 16-bit weights in `2^-shift`. */
  wholeColumn(rows: number, weights: number, taps: number, target: number, count: number, shift: number): void;

  /** Converts `count` RGBA pixels to premultiplied floats: (R·A, G·A, B·A, A). */
  premultiply(source: number, target: number, count: number): void;

  /** Resamples a row of premultiplied pixels to `count` pixels, with pixels and weights in 32-bit floats. */
  floatRow(source: number, target: number, starts: number, weights: number, taps: number, count: number): void;

  /**
   * Samples `count` float pixels on a line from (`x`, `y`) in steps of (`stepX`, `stepY`), by 6 × 6 taps. `weights`:
   * six per position between two pixels, at `phases` + 1 positions. `stride`: bytes per source row.
   */
  rotateRow(
    source: number,
    stride: number,
    target: number,
    weights: number,
    phases: number,
    x: number,
    y: number,
    stepX: number,
    stepY: number,
    count: number,
  ): void;

  /** Adds `count` float pixels, multiplied by `weight`, to the pixels at `target`. */
  floatAdd(source: number, target: number, weight: number, count: number): void;

  /** Converts `count` premultiplied float pixels to RGBA bytes; transparent black where alpha rounds to 0. */
  unpremultiply(source: number, target: number, count: number): void;
}

/** Loads the resampling kernels in WebAssembly, or else in TypeScript, once per thread. */
export const loadResampleKernels = () => loadKernels<ResampleKernels>(resampleWasm, createResampleKernels);

/** Number of fraction bits of horizontally resampled integer pixels. */
const FRACTION = 6;

/** Resampling kernels in TypeScript, used without WebAssembly SIMD and in tests. */
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
          // Sums filter taps in four groups (taps 0, 4, 8 …, taps 1, 5, 9 … and so on), as the SIMD kernel does.
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

    rotateRow(source, stride, target, weights, phases, x, y, stepX, stepY, count) {
      let to = target >> 2;
      const table = weights >> 2;
      for (let pixel = 0; pixel < count; pixel++) {
        const [atX, atY] = [x + stepX * pixel, y + stepY * pixel];
        const [column, line] = [Math.floor(atX), Math.floor(atY)];
        const byX = table + Math.floor((atX - column) * phases + 0.5) * 6;
        const byY = table + Math.floor((atY - line) * phases + 0.5) * 6;
        const first = (source + (line - 2) * stride + (column - 2) * 16) >> 2;
        for (let channel = 0; channel < 4; channel++) {
          let sum = 0;
          for (let tap = 0; tap < 6; tap++) {
            const from = first + tap * (stride >> 2) + channel;
            const product = (index: number) => fround((f32[from + index * 4] as number) * (f32[byX + index] as number));
            const pair = (index: number) => fround(product(index) + product(index + 1));
            const across = fround(fround(pair(0) + pair(2)) + pair(4));
            sum = fround(sum + fround(across * (f32[byY + tap] as number)));
          }
          f32[to++] = sum;
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

function roundedByte(value: number): number {
  return Math.trunc(Math.fround(Math.min(255, Math.max(0, value)) + 0.5));
}
