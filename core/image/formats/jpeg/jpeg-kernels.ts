import { jpegWasm } from '../../../wasm/generated/jpeg.ts';
import { type KernelMemory, loadKernels } from '../../../wasm/webassembly.ts';

/**
 * Inner loops of JPEG encoding. Arguments are byte offsets in one memory, multiples of 16. Rounding equals libjpeg's,
 * so bytes equal those of Chromium and `@napi-rs/canvas`. 16-bit tokens pass quantized coefficients to the Huffman
 * coder. The upper byte of a token is the symbol, the lower byte up to eight extra bits. More extra bits, or extra bits
 * of a DC coefficient, are in a second token. Counts and codes are four tables of 256 32-bit numbers: luma DC, luma AC,
 * chroma DC, chroma AC. The lowest five bits of a code are its length.
 */
export interface JpegKernels extends KernelMemory {
  /** Converts `count` (a multiple of 8) RGBA pixels to luma − 128, Cb and Cr, in 16 bits. */
  convertRow(source: number, luma: number, blue: number, red: number, count: number): void;

  /** Averages squares of 2 × 2 chroma samples of two rows to `count` (a multiple of 8) samples. */
  halveRows(above: number, below: number, target: number, count: number): void;

  /**
   * Transforms and quantizes a row of `units` MCUs. Writes the Huffman symbols with their extra bits, not yet coded
   * (`JpegTokens`). Returns the offset after these tokens.
   * @param planes offsets of the luma, Cb and Cr planes, then 1 if chroma is subsampled, otherwise 0
   * @param pitch bytes of a luma row
   * @param columns luma blocks across the image; `rows` counts the rows of luma blocks in this row of MCUs
   * @param inverses 1 / (16 × quantization step), because the transform multiplies coefficients by 8, and quantization
   * by 2; two tables of 64 floats in row order
   * @param dcPredictors three DC predictors, which are updated; `scratch` has 256 bytes
   */
  tokenizeMcus(
    planes: number,
    pitch: number,
    columns: number,
    rows: number,
    units: number,
    inverses: number,
    counts: number,
    dcPredictors: number,
    scratch: number,
    tokens: number,
  ): number;

  /** Huffman-codes whole MCUs to `target` and returns the end. `state` has up to 64 pending bits and their number. */
  writeUnits(tokens: number, end: number, lumaBlocks: number, codes: number, target: number, state: number): number;

  /** Writes the complete bytes of the pending bits in `state`, and leaves fewer than eight bits. */
  writeRest(target: number, state: number): number;
}

/** Loads the kernels once per thread; `undefined` without SIMD, because the platform's encoder is then faster. */
export const loadJpegKernels = () => loadKernels<JpegKernels>(jpegWasm);
