import { joinBytes, letters, uint16 } from '../../../base/bytes.ts';
import type { Raster } from '../../../base/raster.ts';
import type { OperationContext } from '../../../platform/context.ts';
import { overBands, type RowBand, rowBands } from '../../bands.ts';
import type { EncodeOptions } from '../output-formats.ts';
import { type JpegTokens, lumaBlocks, unitRows, type WrittenJpeg } from './jpeg-bands.ts';
import { loadJpegKernels } from './jpeg-kernels.ts';
import { bestTable, type HuffmanTable, quantizationSteps, writeCodes, ZIGZAG } from './jpeg-tables.ts';
import { APP0, DHT, DQT, jpegSegment, SOF_BASELINE, SOF_PROGRESSIVE, SOS } from './markers.ts';
import { embed } from './metadata.ts';
import { blockEnd } from './progressive-scans.ts';

/**
 * Encodes an opaque image with optimal Huffman tables. Equal arguments give equal bytes. By default, chroma is 4:4:4 at
 * quality 1, else 4:2:0. Without WebAssembly SIMD, uses the platform's encoder. Throws CancelledError.
 */
export async function encodeJpeg(
  raster: Raster,
  quality: number,
  context: Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>,
  { chroma: subsampling = 'auto', progressive = false }: Pick<EncodeOptions, 'chroma' | 'progressive'> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { platform, onProgress } = context;
  // The platform's encoder may write a color profile.
  if (!(await loadJpegKernels())) return embed(await platform.images.encodeJpeg(raster, quality), {});
  const { width, height } = raster;
  const chromaSubsampled = subsampling === 'auto' ? Math.round(quality * 100) < 100 : subsampling === '4:2:0';
  const { luma, chroma } = quantizationSteps(quality);
  const steps = [...luma, ...chroma];
  const bands = rowBands(raster, unitRows(chromaSubsampled)).map((rows): Band => ({ rows }));

  // Each band of rows is processed twice: converted to tokens, then Huffman-coded.
  let computed = 0;
  const reportBand = () => onProgress?.(++computed / (2 * bands.length));

  await overBands(bands, context, async (band, memory, options) => {
    const rows = memory.copyRows(raster, band.rows.start, band.rows.end);
    const { recycled, ...tokenized } = await platform.workers.run(
      'tokenize-jpeg',
      { data: rows, width, chromaSubsampled, steps },
      { ...options, transfer: [rows.buffer], workBytes: rows.length / 2 },
    );
    band.tokenized = tokenized;
    memory.release(recycled);
    reportBand();
  });

  const counts = joinCounts(bands, chromaSubsampled);
  if (progressive) return joinProgressive({ width, height, chromaSubsampled, luma, chroma }, bands, context);
  const tables = [0, 1, 2, 3].map((table) => bestTable(counts.subarray(table * 256, (table + 1) * 256)));
  const codes = new Uint32Array(1024);
  for (const [index, table] of tables.entries()) writeCodes(table, codes.subarray(index * 256));
  let bits = 0;
  for (const band of bands) {
    band.skippedBits = bits % 8;
    bits += bitsOf((band.tokenized as BandTokens).counts, codes);
  }

  await overBands(bands, context, async (band, _, options) => {
    const { tokens } = band.tokenized as BandTokens;
    band.tokenized = undefined;
    band.written = await platform.workers.run(
      'write-jpeg',
      { tokens, chromaSubsampled, codes, skippedBits: band.skippedBits ?? 0 },
      { ...options, transfer: [tokens.buffer], workBytes: 2 * tokens.byteLength },
    );
    reportBand();
  });
  return joinBytes(
    ...header({ width, height, chromaSubsampled, luma, chroma, tables }),
    ...joinBits(
      bands.map(({ written }) => written as WrittenJpeg),
      bits,
    ),
    [0xff, 0xd9],
  );
}

async function joinProgressive(
  frame: Omit<Frame, 'tables'>,
  bands: readonly Band[],
  { platform, signal, onProgress }: Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = bands.map(({ tokenized }) => (tokenized as BandTokens).tokens);
  const tokens = new Uint16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    tokens.set(part, at);
    at += part.length;
  }
  const { width, height, chromaSubsampled } = frame;
  const scans = await platform.workers.run(
    'write-progressive-jpeg',
    { tokens, width, height, chromaSubsampled },
    { signal, transfer: [tokens.buffer], workBytes: 4 * tokens.byteLength },
  );
  onProgress?.(1);
  return joinBytes(...frameHeader(frame, SOF_PROGRESSIVE), scans, [0xff, 0xd9]);
}

type BandTokens = Omit<JpegTokens, 'recycled'>;

interface Band {
  readonly rows: RowBand;
  tokenized?: BandTokens;
  skippedBits?: number;
  written?: WrittenJpeg;
}

/** Sums the symbol counts of all bands of rows, after correcting the first DC differences of each band. */
function joinCounts(bands: readonly Band[], chromaSubsampled: boolean): Uint32Array {
  const sums = new Uint32Array(1024);
  let before: Int32Array | undefined;
  for (const { tokenized } of bands) {
    const { tokens, counts, dcPredictors } = tokenized as BandTokens;
    if (before) predictDcAcrossBands(tokens, counts, before, chromaSubsampled);
    before = dcPredictors;
    for (const [at, count] of counts.entries()) sums[at] = (sums[at] as number) + count;
  }
  return sums;
}

const CHROMA_TABLES = 512;

/** Recomputes the first DC differences of a band of rows from the last DC coefficients of the previous band. */
function predictDcAcrossBands(
  tokens: Uint16Array,
  counts: Uint32Array,
  dcPredictors: Int32Array,
  chromaSubsampled: boolean,
): void {
  let at = 0;
  for (const [component, predictor] of dcPredictors.entries()) {
    const table = component === 0 ? 0 : CHROMA_TABLES;
    const size = (tokens[at] as number) >> 8;
    const bits = tokens[at + 1] as number;
    const value = size > 0 && bits >> (size - 1) === 0 ? bits - (1 << size) + 1 : bits;
    const difference = value - predictor;
    const newSize = 32 - Math.clz32(Math.abs(difference));
    tokens[at] = newSize << 8;
    tokens[at + 1] = (difference + (difference >> 31)) & ((1 << newSize) - 1);
    counts[table + size] = (counts[table + size] as number) - 1;
    counts[table + newSize] = (counts[table + newSize] as number) + 1;
    for (let block = component === 0 ? lumaBlocks(chromaSubsampled) : 1; block > 0; block--) at = blockEnd(tokens, at);
  }
}

/** Returns a band's number of bits: Huffman codes, and extra bits (the low nibble of each symbol; T.81, F.1.2). */
function bitsOf(counts: Uint32Array, codes: Uint32Array): number {
  let bits = 0;
  for (const [at, count] of counts.entries()) bits += count * (((codes[at] as number) & 31) + (at & 15));
  return bits;
}

/** Joins entropy-coded bands; neighboring bands share a byte. Pads the last byte with ones (T.81, F.1.2.3). */
function joinBits(bands: readonly WrittenJpeg[], bits: number): (Uint8Array | number[])[] {
  const parts: (Uint8Array | number[])[] = [];
  let rest = 0;
  for (const { bytes, rest: next } of bands) {
    const shared = (bytes[0] as number) | rest;
    // If the byte that two neighboring bands share becomes 0xFF, appends the stuffed zero byte (T.81, B.1.1.5).
    const needsZero = shared === 0xff && bytes[0] !== 0xff;
    bytes[0] = shared;
    parts.push(...(needsZero ? [[0xff, 0], bytes.subarray(1)] : [bytes]));
    rest = next;
  }
  if (bits % 8 === 0) return parts;
  const last = rest | (0xff >> (bits % 8));
  return [...parts, last === 0xff ? [0xff, 0] : [last]];
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly chromaSubsampled: boolean;
  readonly luma: readonly number[];
  readonly chroma: readonly number[];
  /** Huffman tables in the order luma DC, luma AC, chroma DC, chroma AC. */
  readonly tables: readonly HuffmanTable[];
}

/** Returns all segments of a JPEG before the entropy-coded data (T.81, B.2; T.871, 10.1), in libjpeg's order. */
function header({ tables, ...frame }: Frame): (Uint8Array | number[])[] {
  // Class (DC 0, AC 1) and destination of each Huffman table, in one byte (T.81, B.2.4.2).
  const names = [0x00, 0x10, 0x01, 0x11];
  return [
    ...frameHeader(frame, SOF_BASELINE),
    ...tables.map(({ lengths, symbols }, index) => jpegSegment(DHT, [names[index] as number], lengths, symbols)),
    jpegSegment(SOS, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ];
}

function frameHeader(
  { width, height, chromaSubsampled, luma, chroma }: Omit<Frame, 'tables'>,
  marker: number,
): (Uint8Array | number[])[] {
  const inZigzag = (steps: readonly number[]) => ZIGZAG.map((at) => steps[at] as number);
  return [
    [0xff, 0xd8],
    // JFIF segment: version 1.1, no unit, square pixels, no thumbnail.
    jpegSegment(APP0, letters('JFIF\0'), [1, 1, 0, 0, 1, 0, 1, 0, 0]),
    jpegSegment(DQT, [0], inZigzag(luma)),
    jpegSegment(DQT, [1], inZigzag(chroma)),
    jpegSegment(marker, [8], uint16(height), uint16(width), [
      3,
      1,
      chromaSubsampled ? 0x22 : 0x11,
      0,
      2,
      0x11,
      1,
      3,
      0x11,
      1,
    ]),
  ];
}
