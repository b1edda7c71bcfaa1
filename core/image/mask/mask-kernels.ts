import { maskWasm } from '../../wasm/generated/mask.ts';
import { PlainMemory } from '../../wasm/plain-memory.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';
import { LUMINANCE_FULL, luminanceTimesAlpha } from './luminance.ts';

/**
 * The inner loop of masks. It works on a block of memory, and pointers are byte offsets into it, multiples of 16. The
 * WebAssembly module of the same function (`core/wasm/kernels/mask.ts`) gives the same bytes, in whole numbers.
 */
export interface MaskKernels extends KernelMemory {
  /**
   * Turns `count` (a multiple of 4) pixels of RGBA bytes into opaque gray: their luminance times their alpha, rounded,
   * and what is left to 255 where `inverted` is 1.
   */
  grayPixels(pixels: number, count: number, inverted: number): void;
}

let loaded: Promise<MaskKernels> | undefined;

/** The fastest kernels there are here, once for each thread. */
export function loadMaskKernels(): Promise<MaskKernels> {
  loaded ??= instantiateKernels<MaskKernels>(maskWasm).then((kernels) => kernels ?? new PlainKernels());
  return loaded;
}

/** In plain TypeScript: where WebAssembly's SIMD is missing, and to test it against. */
export class PlainKernels extends PlainMemory implements MaskKernels {
  grayPixels(pixels: number, count: number, inverted: number): void {
    const { u8, u32 } = this;
    for (let at = pixels; at < pixels + count * 4; at += 4) {
      const gray = Math.round((luminanceTimesAlpha(u8, at) * 255) / LUMINANCE_FULL) ^ (inverted * 255);
      u32[at >> 2] = (0xff000000 | (gray * 0x010101)) >>> 0;
    }
  }
}
