import type { Raster } from '../../base/raster.ts';
import { type Box, boxHeight, boxWidth } from '../../geometry/box.ts';
import { SPAN, type Spans } from './covered-spans.ts';

/** Maximum number of cells along the longer side of a group of areas. Each cell has one color. */
const MOST_CELLS = 8;
/** Number of levels of each part of a cell's color. */
const LEVELS = 9;
/** Largest color difference of a cell's color, in 8-bit levels. Larger differences are reduced to it. */
const MAX_CHROMA = 64;
/** Range of a channel's middle half of values, in 8-bit levels, above which a band is busy. */
const BUSY = 64;
/** Maximum width in pixels of the band around a group of areas from which colors are taken. */
const MAX_BAND = 32;

export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** Colors along the longer side of a group of areas. */
export interface CellColors {
  readonly colors: readonly Color[];
  readonly isWide: boolean;
  readonly start: number;
  readonly length: number;
}

/**
 * Returns colors for a group of redacted areas from the visible pixels around the group only. The color of a cell is the
 * mean of the median colors on its two sides, in nine levels of luma, of both color differences and of alpha (ITU-R
 * BT.601). Returns `undefined` if no visible pixel is near the group.
 * @param hidden all pixels whose content must not influence the result
 */
export function colorsAround(image: Raster, box: Box, hidden: Spans): CellColors | undefined {
  const [width, height] = [boxWidth(box), boxHeight(box)];
  const isWide = width >= height;
  const [long, short] = isWide ? [width, height] : [height, width];
  const count = Math.min(MOST_CELLS, Math.floor(long / short));
  const [start, length] = [isWide ? box.left : box.top, long];
  const band = Math.min(MAX_BAND, Math.max(1, Math.round(short / 2)));
  const cells = Array.from({ length: count }, () => [new Histogram(), new Histogram()] as const);
  const cellAt = (place: number) => cells[Math.floor(((place - start) * count) / length)] as (typeof cells)[number];
  const addVisible = (part: Box, histogramAt: (x: number, y: number) => Histogram) =>
    eachVisible(hidden, clip(part, image), image.width, (x, y, at) => histogramAt(x, y).add(image.data, at));
  const { left, top, right, bottom } = box;
  const ends = new Histogram();
  const sideOf = (isAlong: boolean, side: 0 | 1) => (x: number, y: number) =>
    isAlong ? cellAt(isWide ? x : y)[side] : ends;
  addVisible({ left, right, top: top - band, bottom: top }, sideOf(isWide, 0));
  addVisible({ left, right, top: bottom, bottom: bottom + band }, sideOf(isWide, 1));
  addVisible({ top, bottom, left: left - band, right: left }, sideOf(!isWide, 0));
  addVisible({ top, bottom, left: right, right: right + band }, sideOf(!isWide, 1));
  // Pixels between the areas of a group may show parts of a hidden text, so they are the last choice.
  const medianInside = () => {
    const between = new Histogram();
    addVisible(box, () => between);
    return between.median();
  };
  // Next to a busy band, such as the visible half of a text, cells would show the text's letters as colors.
  const sides = cells.flat();
  const colors = sides.some((side) => side.isBusy)
    ? [Histogram.of(sides).median()]
    : cells.map((both) => meanColor(both.map((side) => side.median())));
  const other = ends.median() ?? colors.find((color) => color !== undefined) ?? medianInside();
  if (!other) return undefined;
  return { isWide, start, length, colors: colors.map((_, index) => leveled(nearestColor(colors, index) ?? other)) };
}

const clip = ({ left, top, right, bottom }: Box, { width, height }: Raster): Box => ({
  left: Math.max(0, left),
  top: Math.max(0, top),
  right: Math.min(width, right),
  bottom: Math.min(height, bottom),
});

/** Calls back for each pixel of a box that isn't hidden, with the pixel's index in RGBA data. */
function eachVisible(hidden: Spans, box: Box, width: number, visit: (x: number, y: number, at: number) => void): void {
  for (let y = box.top; y < box.bottom; y++) {
    let at = firstReaching(hidden, y, box.left);
    for (let x = box.left; x < box.right; ) {
      const isInRow = hidden[at] === y;
      const start = isInRow ? Math.min(box.right, hidden[at + 1] as number) : box.right;
      for (; x < start; x++) visit(x, y, (y * width + x) * 4);
      if (isInRow) x = Math.max(x, hidden[at + 2] as number);
      at += SPAN;
    }
  }
}

/** Returns the position of the first span in row `y` that ends after `x`, or of the first span below that row. */
function firstReaching(spans: Spans, y: number, x: number): number {
  let [low, high] = [0, spans.length / SPAN];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = spans[middle * SPAN] as number;
    if (row < y || (row === y && (spans[middle * SPAN + 2] as number) <= x)) low = middle + 1;
    else high = middle;
  }
  return low * SPAN;
}

/** Counts of the values of each channel. A color counts by its alpha. */
class Histogram {
  private readonly channels = Array.from({ length: 4 }, () => new Float64Array(256));
  private pixels = 0;

  add(data: Uint8ClampedArray, at: number): void {
    const alpha = data[at + 3] as number;
    for (let channel = 0; channel < 4; channel++) {
      const counts = this.channels[channel] as Float64Array;
      const value = data[at + channel] as number;
      counts[value] = (counts[value] as number) + (channel === 3 ? 1 : alpha);
    }
    this.pixels++;
  }

  static of(parts: readonly Histogram[]): Histogram {
    const whole = new Histogram();
    for (const { channels, pixels } of parts) {
      for (const [channel, counts] of channels.entries())
        for (const [value, count] of counts.entries())
          (whole.channels[channel] as Float64Array)[value] = (whole.channels[channel]?.[value] ?? 0) + count;
      whole.pixels += pixels;
    }
    return whole;
  }

  /** True if the middle half of the values of a channel spans more than `BUSY` levels. */
  get isBusy(): boolean {
    return this.channels.some((counts) => quantileOf(counts, 0.75) - quantileOf(counts, 0.25) > BUSY);
  }

  median(): Color | undefined {
    if (this.pixels === 0) return undefined;
    const [red = 0, green = 0, blue = 0, alpha = 0] = this.channels.map((counts) => quantileOf(counts, 0.5));
    return [red, green, blue, alpha];
  }
}

function quantileOf(counts: Float64Array, share: number): number {
  const wanted = counts.reduce((sum, each) => sum + each, 0) * share;
  let sum = 0;
  for (let value = 0; value < counts.length; value++) {
    sum += counts[value] as number;
    if (sum >= wanted) return value;
  }
  return 0;
}

/** Returns the mean of colors, weighted by alpha. */
function meanColor(colors: readonly (Color | undefined)[]): Color | undefined {
  const known = colors.filter((color) => color !== undefined);
  if (known.length === 0) return undefined;
  const weight = known.reduce((sum, color) => sum + color[3], 0);
  const mean = (channel: 0 | 1 | 2) =>
    weight === 0 ? 0 : known.reduce((sum, color) => sum + color[channel] * color[3], 0) / weight;
  return [mean(0), mean(1), mean(2), weight / known.length];
}

/** Rounds luma and color differences, not red, green and blue, because these would give gray a hue. */
function leveled([red, green, blue, alpha]: Color = [0, 0, 0, 0]): Color {
  const opacity = level(alpha, 0, 255);
  if (opacity === 0) return [0, 0, 0, 0];
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  const y = level(luma, 0, 255);
  const cb = level((blue - luma) / 1.772, -MAX_CHROMA, MAX_CHROMA);
  const cr = level((red - luma) / 1.402, -MAX_CHROMA, MAX_CHROMA);
  const [r, b] = [y + 1.402 * cr, y + 1.772 * cb];
  return [byte(r), byte((y - 0.299 * r - 0.114 * b) / 0.587), byte(b), Math.round(opacity)];
}

const byte = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

function level(value: number, from: number, to: number): number {
  const step = (to - from) / (LEVELS - 1);
  return from + Math.round((Math.min(to, Math.max(from, value)) - from) / step) * step;
}

function nearestColor(colors: readonly (Color | undefined)[], index: number): Color | undefined {
  for (let distance = 0; distance < colors.length; distance++) {
    const found = colors[index - distance] ?? colors[index + distance];
    if (found) return found;
  }
  return undefined;
}
