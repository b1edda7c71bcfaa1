import { jpegWasm } from '../../wasm/generated/jpeg.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

/**
 * The inner loops of writing JPEG (`core/wasm/kernels/jpeg.ts`). They work on one block of memory, and
 * pointers are byte offsets into it, multiples of 16. Every number is rounded as libjpeg rounds it, so that the
 * bytes are those of the encoders that Chromium and @napi-rs/canvas have.
 *
 * Coefficients go from one pass to the other as tokens of 16 bits: what is coded by a Huffman code in the upper
 * byte, the bits behind it in the lower one, or in a token of their own where they are more than eight, and
 * always for a block's first number. Counts and codes are four tables of 256 numbers of 32 bits: first numbers
 * of luma, runs of luma, then both of the colour differences. A code has its length in the lowest five bits.
 */
export interface JpegKernels extends KernelMemory {
  /** `count` (a multiple of 8) pixels of RGBA bytes as luma less 128 and both colour differences, in 16 bits each. */
  convertRow(source: number, luma: number, blue: number, red: number, count: number): void;

  /** `count` (a multiple of 8) means of two by two numbers of two rows. */
  halveRows(above: number, below: number, target: number, count: number): void;

  /**
   * The tokens of a row of `units` (one block of each colour difference and what lies under it) from `tokens` on.
   *
   * @param planes pointers to luma, blue and red, and 1 where the differences are halved
   * @param pitch bytes of a row of luma
   * @param columns blocks of luma that the picture has across, and `rows` that it has here
   * @param inverses of twice the steps of both tables, 64 floats each in natural order
   * @param levels three numbers that the first numbers of blocks are told by; what they are afterwards
   * @param scratch 256 bytes
   * @returns where the tokens end
   */
  noteUnits(
    planes: number,
    pitch: number,
    columns: number,
    rows: number,
    units: number,
    inverses: number,
    counts: number,
    levels: number,
    scratch: number,
    tokens: number,
  ): number;

  /**
   * The bits of whole units' tokens, as bytes from `target` on, where there are 8 bytes for each.
   *
   * @param state the bits that are left over, 64 of them, and how many count
   * @returns where the bytes end
   */
  writeUnits(tokens: number, end: number, lumaBlocks: number, codes: number, target: number, state: number): number;

  /** The whole bytes that are left over; fewer than eight bits stay. */
  writeRest(target: number, state: number): number;
}

let loaded: Promise<JpegKernels | undefined> | undefined;

/** Once for each thread; nothing where WebAssembly's SIMD is missing, as the platform's own encoder is faster than script. */
export function loadJpegKernels(): Promise<JpegKernels | undefined> {
  loaded ??= instantiateKernels<JpegKernels>(jpegWasm);
  return loaded;
}
