import { MemoryLayout } from '../../../wasm/layout.ts';
import { type JpegKernels, loadJpegKernels } from './jpeg-kernels.ts';

declare module '../../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'tokenize-jpeg': typeof tokenizeJpegBand;
    'write-jpeg': typeof writeJpeg;
  }
}

/** RGBA rows of an opaque image: whole rows of MCUs, except at the end of the image. */
export interface TokenizeJpegInput {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  /** True for 4:2:0 chroma subsampling. */
  readonly chromaSubsampled: boolean;
  /** Quantization tables of luma and chroma, with steps in row order. */
  readonly steps: readonly number[];
}

export interface JpegTokens {
  /** Tokens in the format of `JpegKernels`, with DC predictors that start at 0. */
  readonly tokens: Uint16Array<ArrayBuffer>;
  /** Number of occurrences of each symbol, for each of the four Huffman tables. */
  readonly counts: Uint32Array<ArrayBuffer>;
  /** DC coefficients of the band's last luma, Cb and Cr blocks. */
  readonly dcPredictors: Int32Array<ArrayBuffer>;
  readonly recycled: Uint8ClampedArray<ArrayBuffer>;
}

const SIDE = 8;

/** Maximum bytes of the tokens of a block: two tokens per coefficient. */
const BLOCK_TOKEN_BYTES = SIDE * SIDE * 4;

export const unitRows = (chromaSubsampled: boolean): number => (chromaSubsampled ? 2 : 1) * SIDE;

export const lumaBlocks = (chromaSubsampled: boolean): number => (chromaSubsampled ? 4 : 1);

export async function tokenizeJpegBand(input: TokenizeJpegInput): Promise<JpegTokens> {
  return tokenizeBand(await requireKernels(), input);
}

export interface WriteJpegInput {
  readonly tokens: Uint16Array<ArrayBuffer>;
  readonly chromaSubsampled: boolean;
  /** Huffman code of each symbol, for each of the four Huffman tables. */
  readonly codes: Uint32Array<ArrayBuffer>;
  /** Number of bits in the first byte that belong to the previous band. */
  readonly skippedBits: number;
}

export interface WrittenJpeg {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The last, incomplete byte of a band. Bits are filled from the highest bit. */
  readonly rest: number;
}

export async function writeJpeg(input: WriteJpegInput): Promise<WrittenJpeg> {
  return writeBand(await requireKernels(), input);
}

async function requireKernels(): Promise<JpegKernels> {
  const kernels = await loadJpegKernels();
  if (!kernels) throw new Error('No WebAssembly with SIMD in this thread');
  return kernels;
}

function tokenizeBand(kernels: JpegKernels, { data, width, chromaSubsampled, steps }: TokenizeJpegInput): JpegTokens {
  const rows = data.length / (width * 4);
  const across = chromaSubsampled ? 2 : 1;
  const tall = unitRows(chromaSubsampled);
  const units = Math.ceil(width / (SIDE * across));
  const paddedWidth = units * SIDE * across;
  const pitch = paddedWidth * 2;
  const blocks = units * (lumaBlocks(chromaSubsampled) + 2) * Math.ceil(rows / tall);

  const layout = new MemoryLayout();
  const source = layout.add(paddedWidth * 4);
  const [luma, blue, red] = [layout.add(pitch * tall), layout.add(pitch * tall), layout.add(pitch * tall)];
  const [smallBlue, smallRed] = [
    layout.add(chromaSubsampled ? pitch * 4 : 0),
    layout.add(chromaSubsampled ? pitch * 4 : 0),
  ];
  const [planesAt, dcPredictorsAt, inversesAt] = [layout.add(16), layout.add(16), layout.add(steps.length * 4)];
  const [countsAt, scratch, tokensAt] = [layout.add(4096), layout.add(256), layout.add(blocks * BLOCK_TOKEN_BYTES)];
  const memory = kernels.memory(layout.size);
  const block = new Uint8ClampedArray(memory);
  const pixels = new Uint32Array(memory, source, paddedWidth);
  const counts = new Uint32Array(memory, countsAt, 1024).fill(0);
  const dcPredictors = new Int32Array(memory, dcPredictorsAt, 3).fill(0);
  new Uint32Array(memory, planesAt, 4).set(chromaSubsampled ? [luma, smallBlue, smallRed, 1] : [luma, blue, red, 0]);
  // The factor is 1 / (16 × step), because coefficients are multiplied by 8 in the kernel's DCT, and by 2 in quantization.
  new Float32Array(memory, inversesAt, steps.length).set(steps.map((step) => 1 / (16 * step)));

  let tokens = tokensAt;
  for (let top = 0; top < rows; top += tall) {
    const present = Math.min(tall, rows - top);
    for (let row = 0; row < present; row++) {
      const from = (top + row) * width * 4;
      block.set(data.subarray(from, from + width * 4), source);
      pixels.fill(pixels[width - 1] as number, width);
      kernels.convertRow(source, luma + row * pitch, blue + row * pitch, red + row * pitch, paddedWidth);
    }
    for (const plane of [luma, blue, red]) repeatRow(block, plane, pitch, present, tall);
    if (chromaSubsampled)
      for (const [plane, small] of [[blue, smallBlue] as const, [red, smallRed] as const]) {
        const smallRows = Math.ceil(present / 2);
        for (let row = 0; row < smallRows; row++) {
          const above = plane + 2 * row * pitch;
          kernels.halveRows(above, above + pitch, small + (row * pitch) / 2, paddedWidth / 2);
        }
        repeatRow(block, small, pitch / 2, smallRows, SIDE);
      }
    const columns = Math.ceil(width / SIDE);
    const blockRows = Math.ceil(present / SIDE);
    tokens = kernels.tokenizeMcus(
      planesAt,
      pitch,
      columns,
      blockRows,
      units,
      inversesAt,
      countsAt,
      dcPredictorsAt,
      scratch,
      tokens,
    );
  }
  const bandTokens = new Uint16Array(memory, tokensAt, (tokens - tokensAt) / 2).slice();
  return { tokens: bandTokens, counts: counts.slice(), dcPredictors: dcPredictors.slice(), recycled: data };
}

/** Repeats the last row of the image, up to a total of `count` rows. */
function repeatRow(block: Uint8ClampedArray, plane: number, pitch: number, present: number, count: number): void {
  const last = plane + (present - 1) * pitch;
  for (let row = present; row < count; row++) block.copyWithin(plane + row * pitch, last, last + pitch);
}

function writeBand(
  kernels: JpegKernels,
  { tokens, chromaSubsampled, codes, skippedBits }: WriteJpegInput,
): WrittenJpeg {
  const inUnit = lumaBlocks(chromaSubsampled);
  const layout = new MemoryLayout();
  const codesAt = layout.add(4096);
  const state = layout.add(16);
  const source = layout.add(tokens.byteLength);
  const target = layout.add(tokens.length * 4 + 64);
  const memory = kernels.memory(layout.size);
  const view = new DataView(memory, state, 16);
  view.setBigUint64(0, 0n, true);
  view.setInt32(8, skippedBits, true);
  new Uint32Array(memory, codesAt, 1024).set(codes);
  new Uint16Array(memory, source, tokens.length).set(tokens);
  const written = kernels.writeUnits(source, source + tokens.byteLength, inUnit, codesAt, target, state);
  const end = kernels.writeRest(written, state);
  const restBits = view.getInt32(8, true);
  const rest = Number(view.getBigUint64(0, true) & BigInt((1 << restBits) - 1)) << (8 - restBits);
  return { bytes: new Uint8Array(memory, target, end - target).slice(), rest };
}
