import { joinBytes, uint32 } from '../../../base/bytes.ts';
import { CancelledError } from '../../../base/errors.ts';
import type { Raster } from '../../../base/raster.ts';
import type { OperationContext } from '../../../platform/context.ts';
import { overBands } from '../../bands.ts';
import type { EncodeOptions } from '../output-formats.ts';
import { output } from './output.ts';
import { PNG_SIGNATURE, pngChunk } from './png-chunks.ts';
import { filterStrategies } from './png-encoder-kernels.ts';
import { PALETTE } from './png-form.ts';
import { choosePngLayout, type PngLayout } from './png-layout.ts';
import { type DeflateEffort, type PngStrip, packedBytes, rowsAboveStrip } from './png-strips.ts';

const { none, leastSum, leastEntropy } = filterStrategies;

interface Level {
  readonly effort: DeflateEffort;
  readonly strategies: readonly number[];
}

const chained = (depth: number, nice: number, strategies: readonly number[]): Level => ({
  effort: { depth, nice, rounds: 0 },
  strategies,
});
const optimal = (depth: number, rounds: number): Level => ({
  effort: { depth, nice: 64, rounds },
  strategies: [none, leastSum, leastEntropy],
});

/** Compression settings for each compression level, 0 to 9. */
const LEVELS: readonly Level[] = [
  chained(0, 0, [none]),
  chained(2, 16, [none, leastSum]),
  chained(4, 24, [none, leastSum]),
  chained(32, 64, [none, leastSum]),
  chained(64, 130, [none, leastSum, leastEntropy]),
  chained(200, 258, [none, leastSum, leastEntropy]),
  optimal(20, 1),
  optimal(32, 1),
  optimal(24, 2),
  optimal(36, 2),
];

/**
 * Encodes an image as PNG in the smallest exact pixel layout, after reducing the colors if `colors` is given. The bytes
 * depend on image and options only, not on the number of workers. Throws CancelledError.
 */
export async function encodePng(
  image: Raster,
  {
    compression = output.options.compression,
    colors,
    dithering = output.options.dithering,
  }: Pick<EncodeOptions, 'compression' | 'colors' | 'dithering'>,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const raster = colors === undefined ? image : await withFewerColors(image, colors, dithering, context);
  const layout = choosePngLayout(raster);
  const data = await encodePngData(raster, layout, compression, context);
  return joinBytes(
    PNG_SIGNATURE,
    pngChunk('IHDR', [...uint32(raster.width), ...uint32(raster.height), layout.depth, layout.colorType, 0, 0, 0]),
    ...paletteChunks(layout),
    ...data,
    pngChunk('IEND', []),
  );
}

/** Returns the IDAT chunks of an image in a given pixel layout. Throws CancelledError. */
export async function encodePngData(
  raster: Raster,
  layout: PngLayout,
  compression: number,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<readonly Uint8Array[]> {
  const { effort, strategies } = LEVELS[compression] as Level;
  const strategy = await chooseFilters(raster, layout, strategies, context);
  const strips = await encodeStrips(raster, { layout, strategy, effort }, context);
  // If the PNG has a single strip, the strip already ends with the checksum.
  const checksum = strips.length > 1 ? [pngChunk('IDAT', uint32(joinChecksums(strips)))] : [];
  return [...strips.map(({ chunk }) => chunk), ...checksum];
}

async function withFewerColors(
  { width, height, data }: Raster,
  colors: number,
  dithering: boolean,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster> {
  const copy = data.slice();
  return platform.workers.run(
    'reduce-colors',
    { width, height, data: copy, colors, dithering },
    { signal, transfer: [copy.buffer], workBytes: copy.length },
  );
}

/** Returns the chunks PLTE and tRNS (PNG 3, 11.2.2 and 11.3.1.1). tRNS omits opaque entries at the end. */
function paletteChunks({ colorType, colors }: PngLayout): Uint8Array[] {
  if (colorType !== PALETTE || !colors) return [];
  const alphas = colors.map((word) => word >>> 24);
  const translucent = alphas.findLastIndex((alpha) => alpha < 255) + 1;
  return [
    pngChunk(
      'PLTE',
      colors.flatMap((word) => [word & 255, (word >>> 8) & 255, (word >>> 16) & 255]),
    ),
    ...(translucent > 0 ? [pngChunk('tRNS', alphas.slice(0, translucent))] : []),
  ];
}

const ADLER_MODULUS = 65_521;

/** Computes the Adler-32 checksum of the joined strips (RFC 1950, section 9). */
function joinChecksums(strips: readonly PngStrip[]): number {
  let [low, high] = [1, 0];
  for (const { checksum, bytes } of strips) {
    // The Adler-32 sums of each strip start at 1 and 0 (RFC 1950, section 9).
    high =
      (high + (checksum >>> 16) + ((low + ADLER_MODULUS - 1) % ADLER_MODULUS) * (bytes % ADLER_MODULUS)) %
      ADLER_MODULUS;
    low = (low + (checksum & 0xffff) + ADLER_MODULUS - 1) % ADLER_MODULUS;
  }
  return high * 65_536 + low;
}

/** Number of parts of an image on which PNG filter strategies are compared. */
const SAMPLE_PARTS = 4;
const SAMPLE_PART_BYTES = 30_000;
const SAMPLE_PART_ROWS = 12;

async function chooseFilters(
  raster: Raster,
  layout: PngLayout,
  strategies: readonly number[],
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<number> {
  if (strategies.length === 1) return strategies[0] as number;
  const { width, height, data } = raster;
  const partRows = Math.max(SAMPLE_PART_ROWS, Math.ceil(SAMPLE_PART_BYTES / (packedBytes(width, layout) + 1)));
  const starts =
    height <= partRows * SAMPLE_PARTS
      ? [0]
      : Array.from({ length: SAMPLE_PARTS }, (_, part) =>
          Math.floor(((height - partRows) * (part + 0.5)) / SAMPLE_PARTS),
        );
  const parts = starts.map((start) => ({
    data: data.slice(Math.max(0, start - 1) * width * 4, (starts.length === 1 ? height : start + partRows) * width * 4),
    startsAtTop: start === 0,
  }));
  return platform.workers.run(
    'choose-png-filters',
    { parts, width, layout, strategies },
    {
      signal,
      transfer: parts.map((part) => part.data.buffer),
      workBytes: parts.reduce((sum, part) => sum + part.data.length, 0),
    },
  );
}

/** Pixels per strip. Small strips occupy all workers, but each strip adds about 100 bytes. */
const PIXELS_PER_STRIP = 500_000;

interface Strip {
  readonly start: number;
  readonly end: number;
  made?: PngStrip;
}

async function encodeStrips(
  raster: Raster,
  how: { readonly layout: PngLayout; readonly strategy: number; readonly effort: DeflateEffort },
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<PngStrip[]> {
  const { width, height } = raster;
  const count = Math.min(height, Math.ceil((width * height) / PIXELS_PER_STRIP));
  const edge = (index: number) => Math.floor((index * height) / count);
  const strips = Array.from({ length: count }, (_, index): Strip => ({ start: edge(index), end: edge(index + 1) }));
  await overBands(strips, context, async (strip, memory, options) => {
    const rowsAbove = Math.min(strip.start, rowsAboveStrip(width, how.layout));
    const data = memory.copyRows(raster, strip.start - rowsAbove, strip.end);
    strip.made = await context.platform.workers.run(
      'encode-png-strip',
      { data, width, ...how, rowsAbove, isLast: strip.end === height },
      { ...options, transfer: [data.buffer], workBytes: 2 * data.length },
    );
    memory.release(strip.made.recycled);
  });
  return strips.map(({ made }) => {
    if (!made) throw new CancelledError();
    return made;
  });
}
