import { maskWasm } from '../../wasm/generated/mask.ts';
import { PlainMemory } from '../../wasm/plain-memory.ts';
import { type KernelMemory, loadKernels } from '../../wasm/webassembly.ts';
import { LUMINANCE_FULL, luminanceTimesAlpha } from './luminance.ts';

/** Mask kernel, with equal bytes in WebAssembly and TypeScript. Pointers are byte offsets, multiples of 16. */
export interface MaskKernels extends KernelMemory {
  /** Converts `count` (4 × n) RGBA pixels to gray: luminance × alpha, inverted if `inverted` is 1. */
  grayPixels(pixels: number, count: number, inverted: number): void;
}

/** Loads the mask kernel in WebAssembly, or else in TypeScript, once per thread. */
export const loadMaskKernels = () => loadKernels<MaskKernels>(maskWasm, () => new PlainKernels());

/** Mask kernel in TypeScript, used without WebAssembly SIMD and in tests. */
export class PlainKernels extends PlainMemory implements MaskKernels {
  grayPixels(pixels: number, count: number, inverted: number): void {
    const { u8, u32 } = this;
    for (let at = pixels; at < pixels + count * 4; at += 4) {
      const gray = Math.round((luminanceTimesAlpha(u8, at) * 255) / LUMINANCE_FULL) ^ (inverted * 255);
      u32[at >> 2] = (0xff000000 | (gray * 0x010101)) >>> 0;
    }
  }
}
