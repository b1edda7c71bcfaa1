import { jpegWasm } from '../../wasm/generated/jpeg.ts';
import { instantiateKernels, type KernelMemory } from '../../wasm/webassembly.ts';

/**
 * Inner loops of JPEG encoding (`core/wasm/kernels/jpeg.ts`) on one block of memory. Pointers are byte offsets,
 * multiples of 16. Rounding is that of libjpeg, so the bytes equal those of the encoders in Chromium and
 * @napi-rs/canvas.
 *
 * Tokens of 16 bits pass quantized coefficients to the second pass. The upper byte is the Huffman symbol. Its extra
 * bits are in the lower byte, or in a token of their own if there are over eight and for every DC coefficient. Counts
 * and codes are four tables of 256 32-bit numbers: luma DC, luma AC, chroma DC, chroma AC. The lowest five bits of a
 * code are its length.
 */
export interface JpegKernels extends KernelMemory {
  /** Converts `count` (a multiple of 8) RGBA pixels to 16-bit luma − 128, Cb and Cr. */
  convertRow(source: number, luma: number, blue: number, red: number, count: number): void;

  /** Averages 2×2 numbers of two rows to `count` (a multiple of 8) numbers. */
  halveRows(above: number, below: number, target: number, count: number): void;

  /**
   * Writes the tokens of a row of `units` MCUs and returns their end.
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

  /** Encodes whole MCUs to `target` (8 bytes per token) and returns the end. `state`: 64 pending bits, their count. */
  writeUnits(tokens: number, end: number, lumaBlocks: number, codes: number, target: number, state: number): number;

  /** Writes pending whole bytes; fewer than eight bits remain. */
  writeRest(target: number, state: number): number;
}

let loaded: Promise<JpegKernels | undefined> | undefined;

/** Loads the kernels once per thread; `undefined` without WebAssembly SIMD: the platform's encoder is then faster. */
export function loadJpegKernels(): Promise<JpegKernels | undefined> {
  loaded ??= instantiateKernels<JpegKernels>(jpegWasm);
  return loaded;
}
