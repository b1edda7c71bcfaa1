import { colorMatrixWasm } from '../../wasm/generated/color-matrix.ts';
import { PlainMemory } from '../../wasm/plain-memory.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

/**
 * The inner loop of colour matrices. It works on a block of memory, and pointers are byte offsets
 * into it, multiples of 16. The WebAssembly module of the same function
 * (`core/wasm/kernels/color-matrix.ts`) gives the same bytes: 32-bit floats, summed in the order
 * written here, halves rounded to the even neighbour.
 */
export interface ColorMatrixKernels extends KernelMemory {
  /**
   * Changes the colours of `count` (a multiple of 4) pixels of RGBA bytes in place and leaves
   * alpha alone. `factors` are twelve 32-bit floats: for red, green and blue the factors of red,
   * green and blue and what is added, in levels of 0 to 255.
   */
  applyMatrix(pixels: number, count: number, factors: number): void;
}

let loaded: Promise<ColorMatrixKernels> | undefined;

/** The fastest kernels there are here, once for each thread. */
export function loadColorMatrixKernels(): Promise<ColorMatrixKernels> {
  loaded ??= instantiateKernels<ColorMatrixKernels>(colorMatrixWasm).then((kernels) => kernels ?? new PlainKernels());
  return loaded;
}

/** Twelve numbers; a typed array's length is not in its type. */
type Twelve = Iterable<number> & readonly [...Six, ...Six];
type Six = [number, number, number, number, number, number];

/** In plain TypeScript: where WebAssembly's SIMD is missing, and to test it against. */
export class PlainKernels extends PlainMemory implements ColorMatrixKernels {
  applyMatrix(pixels: number, count: number, factors: number): void {
    const { clamped } = this;
    const { fround } = Math;
    const [rr, rg, rb, r, gr, gg, gb, g, br, bg, bb, b] = this.f32.subarray(factors >> 2) as unknown as Twelve;
    for (let at = pixels; at < pixels + count * 4; at += 4) {
      const red = clamped[at] as number;
      const green = clamped[at + 1] as number;
      const blue = clamped[at + 2] as number;
      clamped[at] = fround(fround(fround(fround(rr * red) + fround(rg * green)) + fround(rb * blue)) + r);
      clamped[at + 1] = fround(fround(fround(fround(gr * red) + fround(gg * green)) + fround(gb * blue)) + g);
      clamped[at + 2] = fround(fround(fround(fround(br * red) + fround(bg * green)) + fround(bb * blue)) + b);
    }
  }
}
