import { colorMatrixWasm } from '../../wasm/generated/color-matrix.ts';
import { PlainMemory } from '../../wasm/plain-memory.ts';
import { type KernelMemory, loadKernels } from '../../wasm/webassembly.ts';

/**
 * Inner loop of color matrices. Arguments are byte offsets in one memory, multiples of 16. WebAssembly and TypeScript
 * return equal bytes: both sum 32-bit floats in the same order and round halves to even.
 */
export interface ColorMatrixKernels extends KernelMemory {
  /** Applies a color matrix to `count` (4 × n) RGBA pixels. `factors`: three 32-bit factors and an offset per color. */
  applyMatrix(pixels: number, count: number, factors: number): void;
}

/** Loads the color matrix kernel in WebAssembly, or else in TypeScript, once per thread. */
export const loadColorMatrixKernels = () => loadKernels<ColorMatrixKernels>(colorMatrixWasm, () => new PlainKernels());

type Twelve = Iterable<number> & readonly [...Six, ...Six];
type Six = [number, number, number, number, number, number];

/** Color matrix kernel in TypeScript, used without WebAssembly SIMD and in tests. */
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
