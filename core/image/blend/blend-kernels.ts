import { blendWasm } from '../../wasm/generated/blend.ts';
import { PlainMemory } from '../../wasm/plain-memory.ts';
import { type KernelMemory, loadKernels } from '../../wasm/webassembly.ts';
import { LUMINANCE_FULL, luminanceTimesAlpha } from '../mask/luminance.ts';
import { type BlendMode, blendModes, type Rgb } from './blend-modes.ts';

/**
 * Inner loops of blending. Arguments are byte offsets in one memory, multiples of 16. WebAssembly and TypeScript return
 * equal bytes: both sum 32-bit floats in the same order and round halves to even.
 */
export interface BlendKernels extends KernelMemory {
  /**
   * Blends `count` (a multiple of 4) RGBA pixels of `top` over `bottom` in place, masked by `mask` (0: no mask). With
   * color C, alpha α, source s, backdrop b: `(αs·(1 − αb)·Cs + αs·αb·B(Cb, Cs) + (1 − αs)·αb·Cb) / (αs + αb − αs·αb)`
   * (W3C Compositing and Blending Level 1, 10); transparent black where that alpha rounds to 0. For channel modes, `mode` is 0 and `levels` is a table of B, 0 to 255,
   * at index Cs × 256 + Cb; `bytes` is the rounded table. For color modes, `mode` is the mode's `kernel`.
   */
  blendRow(bottom: number, top: number, mask: number, bytes: number, levels: number, count: number, mode: number): void;
}

export const loadBlendKernels = () => loadKernels<BlendKernels>(blendWasm, () => new PlainKernels());

const { fround } = Math;

/** Blending kernel in TypeScript, used without WebAssembly SIMD and in tests. */
export class PlainKernels extends PlainMemory implements BlendKernels {
  blendRow(
    bottom: number,
    top: number,
    mask: number,
    _bytes: number,
    levels: number,
    count: number,
    mode: number,
  ): void {
    const { clamped, f32 } = this;
    const table = levels >> 2;
    const colorMode = colorModes.find(({ kernel }) => kernel === mode);
    for (let at = 0; at < count * 4; at += 4) {
      const alphaS = this.sourceAlpha(top + at, mask && mask + at);
      if (alphaS === 0) continue;
      const alphaB = fround((clamped[bottom + at + 3] as number) / 255);
      const ofBoth = fround(alphaS * alphaB);
      const ofSource = fround(alphaS - ofBoth);
      const ofBackdrop = fround(alphaB - ofBoth);
      const alpha = fround(fround(alphaS + alphaB) - ofBoth);
      const blended = colorMode?.color(this.colorAt(bottom + at), this.colorAt(top + at));
      for (let channel = 0; channel < 3; channel++) {
        const s = clamped[top + at + channel] as number;
        const b = clamped[bottom + at + channel] as number;
        const both = blended ? byteLevel(blended[channel] as number) : (f32[table + ((s << 8) | b)] as number);
        const sum = fround(fround(fround(ofSource * s) + fround(ofBoth * both)) + fround(ofBackdrop * b));
        clamped[bottom + at + channel] = fround(sum / alpha);
      }
      clamped[bottom + at + 3] = fround(alpha * 255);
      if (clamped[bottom + at + 3] === 0) clamped.fill(0, bottom + at, bottom + at + 3);
    }
  }

  private sourceAlpha(top: number, mask: number): number {
    const alpha = this.u8[top + 3] as number;
    if (mask === 0) return fround(alpha / 255);
    const shown = fround(fround(luminanceTimesAlpha(this.u8, mask)) / fround(LUMINANCE_FULL));
    return fround(fround(alpha * shown) / 255);
  }

  private colorAt(at: number): Rgb {
    const { u8 } = this;
    return [(u8[at] as number) / 255, (u8[at + 1] as number) / 255, (u8[at + 2] as number) / 255];
  }
}

const colorModes = (blendModes as readonly BlendMode[]).filter((mode) => 'color' in mode);

const byteLevel = (level: number) => fround(255 * Math.min(1, Math.max(0, level)));
