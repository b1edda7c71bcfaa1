import { jpegWasm } from '../../wasm/generated/jpeg.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

/**
 * Inner loops of JPEG encoding (`core/image/jpeg/kernels/jpeg.ts`) on one block of memory. Pointers are byte offsets,
 * multiples of 16. Rounds like libjpeg, so the bytes equal those of the encoders in Chromium and `@napi-rs/canvas`.
 *
 * Tokens of 16 bits pass quantized coefficients to the Huffman coder. The upper byte is the Huffman symbol. The extra
 * bits are in the lower byte, or in a token of their own if there are over eight and for every DC coefficient. Counts
 * and codes are four tables of 256 32-bit numbers: luma DC, luma AC, chroma DC, chroma AC. The lowest five bits of a
 * code are its length.
 */
export interface JpegKernels extends KernelMemory {
  /** Converts `count` (a multiple of 8) RGBA pixels to 16-bit luma − 128, Cb and Cr. */
  convertRow(source: number, luma: number, blue: number, red: number, count: number): void;

  /** Averages 2 × 2 samples of two rows to `count` (a multiple of 8) chroma samples. */
  halveRows(above: number, below: number, target: number, count: number): void;

  /**
   * Writes the tokens of a row of `units` MCUs. Returns the offset after the tokens.
   * @param planes pointers to luma, Cb and Cr, and 1 for subsampled chroma
   * @param pitch bytes of a luma row
   * @param columns luma blocks in the image's width; `rows` in this MCU row
   * @param inverses 1 / (16 × quantizer), two tables of 64 floats in row order
   * @param dcPredictors three DC predictors, updated
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
   * Encodes the tokens of whole MCUs to `target` (8 bytes per token). Returns the offset after the last byte. `state`
   * holds up to 64 pending bits and their count.
   */
  writeUnits(tokens: number, end: number, lumaBlocks: number, codes: number, target: number, state: number): number;

  /** Writes all complete bytes of the pending bits; fewer than eight bits remain. */
  writeRest(target: number, state: number): number;
}

let loaded: Promise<JpegKernels | undefined> | undefined;

/** Loads the kernels once per thread; `undefined` without WebAssembly SIMD, where the platform's encoder is faster. */
export function loadJpegKernels(): Promise<JpegKernels | undefined> {
  loaded ??= instantiateKernels<JpegKernels>(jpegWasm);
  return loaded;
}
