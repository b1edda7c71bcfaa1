import { colorMatrixWasm } from '../../wasm/generated/color-matrix.ts';
import { PlainMemory } from '../../wasm/plain-memory.ts';
import { type KernelMemory, loadKernels } from '../../wasm/webassembly.ts';
import { LUMINANCE } from './color-matrix.ts';

/**
 * Inner loop of color matrices. Arguments are byte offsets in one memory, multiples of 16. WebAssembly and TypeScript
 * return equal bytes: both sum 32-bit floats in the same order and round halves to even.
 */
export interface ColorMatrixKernels extends KernelMemory {
  /** Applies a color matrix to `count` (4 × n) RGBA pixels. `factors`: three 32-bit factors and an offset per color. */
  applyMatrix(pixels: number, count: number, factors: number): void;
  /**
   * Looks pixels up in `curves` (256 levels per color, as 32-bit floats), adjusts the vibrance, then applies the matrix
   * as `applyMatrix` does.
   */
  applyTones(pixels: number, count: number, factors: number, curves: number, vibrance: number): void;
}

/** Loads the color matrix kernel in WebAssembly, or else in TypeScript, once per thread. */
export const loadColorMatrixKernels = () => loadKernels<ColorMatrixKernels>(colorMatrixWasm, () => new PlainKernels());

type Twelve = Iterable<number> & readonly [...Six, ...Six];
type Six = [number, number, number, number, number, number];

/** Color matrix kernel in TypeScript, used without WebAssembly SIMD and in tests. */
export class PlainKernels extends PlainMemory implements ColorMatrixKernels {
  applyMatrix(pixels: number, count: number, factors: number): void {
    const { clamped } = this;
    const mix = this.mixer(factors);
    for (let at = pixels; at < pixels + count * 4; at += 4)
      mix(at, clamped[at] as number, clamped[at + 1] as number, clamped[at + 2] as number);
  }

  applyTones(pixels: number, count: number, factors: number, curves: number, vibrance: number): void {
    const { clamped } = this;
    const mix = this.mixer(factors);
    const levels = this.f32.subarray(curves >> 2);
    const amount = fround(vibrance);
    const [redWeight, greenWeight, blueWeight] = LUMINANCE.map(fround) as [number, number, number];
    for (let at = pixels; at < pixels + count * 4; at += 4) {
      let red = levels[clamped[at] as number] as number;
      let green = levels[256 + (clamped[at + 1] as number)] as number;
      let blue = levels[512 + (clamped[at + 2] as number)] as number;
      if (amount !== 0) {
        const spread = fround(Math.max(red, green, blue) - Math.min(red, green, blue));
        const saturation = Math.min(1, fround(spread * fround(1 / 255)));
        const factor = fround(1 + fround(amount * fround(1 - saturation)));
        const luma = fround(fround(fround(red * redWeight) + fround(green * greenWeight)) + fround(blue * blueWeight));
        red = fround(luma + fround(factor * fround(red - luma)));
        green = fround(luma + fround(factor * fround(green - luma)));
        blue = fround(luma + fround(factor * fround(blue - luma)));
      }
      mix(at, red, green, blue);
    }
  }

  /** Returns a function that stores the matrix's result for three levels as the pixel at a position. */
  private mixer(factors: number) {
    const { clamped } = this;
    const [rr, rg, rb, r, gr, gg, gb, g, br, bg, bb, b] = this.f32.subarray(factors >> 2) as unknown as Twelve;
    return (at: number, red: number, green: number, blue: number) => {
      clamped[at] = fround(fround(fround(fround(rr * red) + fround(rg * green)) + fround(rb * blue)) + r);
      clamped[at + 1] = fround(fround(fround(fround(gr * red) + fround(gg * green)) + fround(gb * blue)) + g);
      clamped[at + 2] = fround(fround(fround(fround(br * red) + fround(bg * green)) + fround(bb * blue)) + b);
    };
  }
}

const { fround } = Math;
