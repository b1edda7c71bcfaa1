import { jpegWasm } from '../../wasm/generated/jpeg.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

/**
 * Inner loops of JPEG encoding (kernels in `jpeg/kernels/jpeg.ts`). Arguments are byte offsets in one memory, multiples
 * of 16. Rounding equals libjpeg, so the bytes equal those of Chromium and `@napi-rs/canvas`. 16-bit tokens pass
 * quantized coefficients to the Huffman coder. The upper byte of a token is the Huffman symbol. Up to eight extra bits
 * are in the lower byte. More extra bits, and those of a DC coefficient, are in a second token. Counts and codes are
 * four tables of 256 32-bit numbers: luma DC, luma AC, chroma DC, chroma AC. The lowest five bits of a code are its
 * length.
 */
export interface JpegKernels extends KernelMemory {
  /** Converts `count` (a multiple of 8) RGBA pixels to luma − 128, Cb and Cr, in 16 bits. */
  convertRow(source: number, luma: number, blue: number, red: number, count: number): void;

  /** Averages squares of 2 × 2 chroma samples of two rows to `count` (a multiple of 8) samples. */
  halveRows(above: number, below: number, target: number, count: number): void;

  /**
   * Computes the DCT and the tokens of one row of `units` MCUs from planes of samples. Returns the offset after the
   * tokens.
   * @param planes offsets of the luma, Cb and Cr planes, and 1 if chroma is subsampled, otherwise 0
   * @param pitch bytes of a luma row
   * @param columns luma blocks across the image; `rows` counts the rows of luma blocks in this row of MCUs
   * @param inverses 1 / (16 × quantization step), two tables of 64 floats in row order
   * @param dcPredictors three DC predictors, which are updated
   * @param scratch 256 bytes
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

  /**
   * Codes the tokens of whole MCUs to `target` (8 bytes per token). Returns the offset after the last byte. `state` has
   * up to 64 bits that are not yet written, and their number.
   */
  writeUnits(tokens: number, end: number, lumaBlocks: number, codes: number, target: number, state: number): number;

  /** Writes the complete bytes of the bits in `state`. Afterwards `state` has fewer than eight bits. */
  writeRest(target: number, state: number): number;
}

let loaded: Promise<JpegKernels | undefined> | undefined;

/**
 * Loads the JPEG encoding kernels once per thread; returns `undefined` without WebAssembly SIMD, because then the
 * platform's encoder is faster.
 */
export function loadJpegKernels(): Promise<JpegKernels | undefined> {
  loaded ??= instantiateKernels<JpegKernels>(jpegWasm);
  return loaded;
}
