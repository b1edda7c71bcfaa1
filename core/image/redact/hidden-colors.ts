import type { Raster } from '../../base/raster.ts';
import type { Spans } from './redact-area.ts';

/** Maximum number of cells along the longer side of a redacted area. A cell is reduced to its mean color. */
const MOST_CELLS = 8;
/** Number of levels per channel of a redacted cell's color, so few that redacted letters rarely change the color. */
const LEVELS = 9;
/** Number of mosaic blocks along the shorter side of a redacted area, and maximum number along the longer side. */
const BLOCKS = 6;
const MOST_BLOCKS = 256;
/** Maximum random difference, in 8-bit levels, between a mosaic block and the color of the block's cell. */
const VARIATION = 10;

/** Mosaic colors that replace the pixels of a redacted area. */
export interface HiddenColors {
  /** Bounding box of the redacted pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** RGBA colors of the mosaic blocks, row by row. */
  readonly blocks: Float64Array;
}

/**
 * Computes the mosaic of an area: at most eight square cells along the longer side, each with only its mean color,
 * rounded to nine levels per channel. Blocks of a cell differ at random, independent of the image.
 */
export function hiddenColors(image: Raster, spans: Spans): HiddenColors {
  const { left, top, width, height } = boundsOf(spans);
  const isWide = width >= height;
  const [long, short] = isWide ? [width, height] : [height, width];
  const cells = meanColors(image, spans, {
    count: Math.min(MOST_CELLS, Math.floor(long / short)),
    start: isWide ? left : top,
    length: long,
    isWide,
  });
  const across = Math.min(BLOCKS, short);
  const along = Math.min(MOST_BLOCKS, long, Math.round((BLOCKS * long) / short));
  const [columns, rows] = isWide ? [along, across] : [across, along];
  const blocks = new Float64Array(columns * rows * 4);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = isWide ? (column + 0.5) / columns : (row + 0.5) / rows;
      const cell = Math.floor(at * cells.length);
      const [red, green, blue, alpha] = cells[cell] as Color;
      const change = alpha === 0 ? 0 : VARIATION * randomSigned(column, row);
      blocks.set([red + change, green + change, blue + change, alpha], (row * columns + column) * 4);
    }
  return { left, top, width, height, columns, rows, blocks };
}

type Color = readonly [red: number, green: number, blue: number, alpha: number];

function boundsOf(spans: Spans) {
  let [left, right] = [Number.POSITIVE_INFINITY, 0];
  for (const [, start, end] of spans) {
    left = Math.min(left, start);
    right = Math.max(right, end);
  }
  const [top, last] = [spans[0]?.[0] ?? 0, spans.at(-1)?.[0] ?? 0];
  return { left, top, width: right - left, height: last + 1 - top };
}

interface Cells {
  readonly count: number;
  readonly start: number;
  readonly length: number;
  readonly isWide: boolean;
}

function meanColors({ width, data }: Raster, spans: Spans, { count, start, length, isWide }: Cells): Color[] {
  const sums = Array.from({ length: count }, () => [0, 0, 0, 0, 0] as [number, number, number, number, number]);
  const cellAt = (place: number) => Math.floor(((place - start) * count) / length);
  const startOf = (cell: number) => start + Math.ceil((cell * length) / count);
  for (const [y, first, end] of spans)
    for (let x = first; x < end; ) {
      const cell = cellAt(isWide ? x : y);
      const until = isWide ? Math.min(end, startOf(cell + 1)) : end;
      const sum = sums[cell] as (typeof sums)[number];
      for (let at = (y * width + x) * 4; at < (y * width + until) * 4; at += 4) {
        const alpha = data[at + 3] as number;
        sum[0] += (data[at] as number) * alpha;
        sum[1] += (data[at + 1] as number) * alpha;
        sum[2] += (data[at + 2] as number) * alpha;
        sum[3] += alpha;
      }
      sum[4] += until - x;
      x = until;
    }
  // A grid cell without redacted pixels, for example beside a bent brush stroke, gets no color: it is never drawn.
  return sums.map(([red, green, blue, alpha, pixels]) =>
    alpha === 0 ? [0, 0, 0, 0] : [level(red / alpha), level(green / alpha), level(blue / alpha), level(alpha / pixels)],
  );
}

const level = (value: number): number => Math.round((Math.round((value / 255) * (LEVELS - 1)) * 255) / (LEVELS - 1));

/** Returns a pseudorandom number from −1 to 1 that depends on the position of a mosaic block only. */
function randomSigned(column: number, row: number): number {
  let hash = Math.imul(column + 1, 0x9e3779b1) ^ Math.imul(row + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x7fffffff - 1;
}
