import { rgbaOf } from '../../base/color.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { copyRaster, pixelWords, type Raster } from '../../base/raster.ts';
import { type Box, boxHeight, boxWidth, growBox } from '../../geometry/box.ts';
import type { OperationContext } from '../../platform/context.ts';
import { coveredSpans, SPAN, type Spans, touchesImage } from './covered-spans.ts';
import { areaInPixels, isThin, type PixelArea, type RedactArea } from './redact-area.ts';
import { type CellColors, type Color, colorsAround } from './surroundings.ts';

export interface RedactParameters {
  readonly areas: readonly RedactArea[];
  readonly effect: 'blur' | 'pixelate' | 'solid';
  /** Fill color of `solid`, and of areas whose surroundings have no visible pixel. */
  readonly color: string;
  /** Areas of this image that later steps hide, in pixels; `unknown` if they can't be located in this image. */
  readonly hiddenLater?: readonly PixelArea[] | 'unknown';
}

/**
 * Replaces every pixel that an area touches. The new pixels depend on visible pixels only, never on hidden pixels.
 * Warns with `redactionSolid` if areas are filled with the color instead of the effect.
 * @throws FudebakoError `areaOutside` for an area that hides less than one pixel, except in previews, in which the
 *   visitor may still be drawing; `areasTooLarge`; CancelledError
 */
export async function redact(
  image: Raster,
  { areas, effect, color, hiddenLater = [] }: RedactParameters,
  { signal, onProgress, onWarning, previewScale }: OperationContext,
): Promise<Raster> {
  if (signal?.aborted) throw new CancelledError();
  const inPixels = areas.map((area) => areaInPixels(area, image, previewScale));
  const spans = coveredSpans(inPixels, image);
  if (previewScale === undefined)
    for (const [index, area] of inPixels.entries())
      if (isThin(area, image) || !touchesImage(area, image))
        throw new FudebakoError('areaOutside', { number: index + 1 });
  if (spans.length === 0) return image;
  const result = copyRaster(image);
  const isKnown = hiddenLater !== 'unknown';
  const hidden = isKnown && hiddenLater.length > 0 ? coveredSpans([...inPixels, ...hiddenLater], image) : spans;
  let isFilled = false;
  for (const group of effect === 'solid' ? [] : groupAreas(joinAreas(spans))) {
    if (signal?.aborted) throw new CancelledError();
    const cells = isKnown ? colorsAround(image, group.box, hidden) : undefined;
    for (const { box, spans } of group.areas)
      if (cells) paint(result, spans, hiddenColors(box, cells), effect === 'blur');
      else fillSolid(result, spans, color);
    isFilled ||= !cells;
  }
  if (effect === 'solid') fillSolid(result, spans, color);
  if (isFilled) onWarning?.({ code: 'redactionSolid', data: {} });
  onProgress?.(1);
  return result;
}

function fillSolid(image: Raster, spans: Spans, color: string): void {
  const words = pixelWords(image);
  const [word = 0] = new Uint32Array(Uint8Array.from(rgbaOf(color)).buffer);
  for (let span = 0; span < spans.length; span += SPAN) {
    const row = (spans[span] as number) * image.width;
    words.fill(word, row + (spans[span + 1] as number), row + (spans[span + 2] as number));
  }
}

/** Writes mosaic blocks over redacted pixels. If `blends` is true, interpolates between the four nearest blocks. */
function paint({ width, data }: Raster, spans: Spans, colors: HiddenColors, blends: boolean): void {
  const { box, columns, rows, blocks } = colors;
  const across = neighbors(boxWidth(box), columns, blends);
  const down = neighbors(boxHeight(box), rows, blends);
  const line = new Float64Array(columns * 4);
  let lineOf = -1;
  for (let span = 0; span < spans.length; span += SPAN) {
    const [y, start, end] = [spans[span] as number, spans[span + 1] as number, spans[span + 2] as number];
    if (lineOf !== y) {
      lineOf = y;
      const upper = (down.before[y - box.top] as number) * columns * 4;
      const lower = (down.after[y - box.top] as number) * columns * 4;
      const share = down.shares[y - box.top] as number;
      for (let index = 0; index < line.length; index++)
        line[index] = between(blocks[upper + index], blocks[lower + index], share);
    }
    for (let x = start; x < end; x++) {
      const place = x - box.left;
      const left = (across.before[place] as number) * 4;
      const right = (across.after[place] as number) * 4;
      const share = across.shares[place] as number;
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 4; channel++)
        data[at + channel] = between(line[left + channel], line[right + channel], share);
    }
  }
}

const between = (one = 0, other = 0, share = 0): number => one + (other - one) * share;

/** For each pixel along a side, returns the mosaic blocks before and after it, and the weight of the latter. */
function neighbors(length: number, count: number, blends: boolean) {
  const [before, after, shares] = [new Uint16Array(length), new Uint16Array(length), new Float64Array(length)];
  for (let index = 0; index < length; index++) {
    const place = ((index + 0.5) * count) / length;
    const from = blends ? Math.max(0, place - 0.5) : place;
    before[index] = Math.floor(from);
    after[index] = Math.min(count - 1, Math.floor(from) + 1);
    if (blends) shares[index] = smooth(from - Math.floor(from));
  }
  return { before, after, shares };
}

const smooth = (share: number): number => share * share * (3 - 2 * share);

/** Number of mosaic blocks along the shorter side of a redacted area, and maximum number along the longer side. */
const BLOCKS = 6;
const MOST_BLOCKS = 256;
/** Maximum random difference, in 8-bit levels, between a mosaic block and the color of the block's cell. */
const VARIATION = 10;

/** Mosaic colors that replace the pixels of a redacted area. */
export interface HiddenColors {
  readonly box: Box;
  readonly columns: number;
  readonly rows: number;
  /** RGBA colors of the mosaic blocks, row by row. */
  readonly blocks: Float64Array;
}

/** Computes the mosaic of an area from its cells' colors. Blocks of a cell differ at random, independent of the image. */
export function hiddenColors(box: Box, { colors, isWide, start, length }: CellColors): HiddenColors {
  const [width, height] = [boxWidth(box), boxHeight(box)];
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const across = Math.min(BLOCKS, short);
  const along = Math.min(MOST_BLOCKS, long, Math.round((BLOCKS * long) / short));
  const [columns, rows] = width >= height ? [along, across] : [across, along];
  const blocks = new Float64Array(columns * rows * 4);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const place = isWide ? box.left + ((column + 0.5) * width) / columns : box.top + ((row + 0.5) * height) / rows;
      const cell = Math.floor(((place - start) / length) * colors.length);
      const [red, green, blue, alpha] = colors[cell] as Color;
      const change = alpha === 0 ? 0 : VARIATION * randomSigned(column, row);
      blocks.set([red + change, green + change, blue + change, alpha], (row * columns + column) * 4);
    }
  return { box, columns, rows, blocks };
}

/** Returns a pseudorandom number from −1 to 1 that depends on the position of a mosaic block only. */
function randomSigned(column: number, row: number): number {
  let hash = Math.imul(column + 1, 0x9e3779b1) ^ Math.imul(row + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x7fffffff - 1;
}

/** Redacted pixels that touch each other, and the smallest box around them. */
export interface JoinedArea {
  readonly spans: Spans;
  readonly box: Box;
}

/** Joined areas that are so near to each other that they may hide parts of one text. */
export interface AreaGroup {
  readonly areas: readonly JoinedArea[];
  readonly box: Box;
}

/** Splits redacted pixels into areas that don't touch each other, not even at the corners of pixels. */
export function joinAreas(spans: Spans): readonly JoinedArea[] {
  const count = spans.length / SPAN;
  const parents = Int32Array.from({ length: count }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] as number] as number;
      root = parents[root] as number;
    }
    return root;
  };
  let above = 0;
  for (let index = 0; index < count; index++) {
    const [y, start, end] = spanAt(spans, index);
    while (above < index && isBefore(spanAt(spans, above), y, start)) above++;
    for (let at = above; at < index; at++) {
      const [row, from] = spanAt(spans, at);
      if (row >= y || from > end) break;
      const [one, other] = [rootOf(at), rootOf(index)];
      parents[Math.max(one, other)] = Math.min(one, other);
    }
  }
  const sizes = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const root = rootOf(index);
    parents[index] = root;
    sizes[root] = (sizes[root] as number) + 1;
  }
  const areas = new Map<number, Spans>();
  const filled = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const root = parents[index] as number;
    const own = areas.get(root) ?? new Int32Array((sizes[root] as number) * SPAN);
    areas.set(root, own);
    own.set(spans.subarray(index * SPAN, (index + 1) * SPAN), filled[root]);
    filled[root] = (filled[root] as number) + SPAN;
  }
  return [...areas.values()].map((own) => ({ spans: own, box: boxOfSpans(own) }));
}

type Span = readonly [y: number, start: number, end: number];

const spanAt = (spans: Spans, index: number): Span => [
  spans[index * SPAN] as number,
  spans[index * SPAN + 1] as number,
  spans[index * SPAN + 2] as number,
];

/** True if a span ends before a span that starts at (`start`, `y`), so that later spans don't touch it either. */
const isBefore = ([row, , end]: Span, y: number, start: number): boolean =>
  row < y - 1 || (row === y - 1 && end < start);

function boxOfSpans(spans: Spans): Box {
  let [left, right] = [Number.POSITIVE_INFINITY, 0];
  for (let at = 0; at < spans.length; at += SPAN) {
    left = Math.min(left, spans[at + 1] as number);
    right = Math.max(right, spans[at + 2] as number);
  }
  return { left, right, top: spans[0] as number, bottom: (spans.at(-SPAN) as number) + 1 };
}

interface NearbyAreas {
  readonly areas: JoinedArea[];
  readonly box: Box;
  /** Maximum distance of an area that belongs to the group. */
  readonly margin: number;
}

/** Maximum number of joined areas that are grouped by distance. More areas form one group. */
const MOST_JOINED = 2000;

/** Groups areas whose distance is at most half the shorter side of one of them. */
export function groupAreas(areas: readonly JoinedArea[]): readonly AreaGroup[] {
  if (areas.length > MOST_JOINED) return [{ areas, box: areas.map(({ box }) => box).reduce(boxAroundBoth) }];
  let groups: NearbyAreas[] = [];
  for (const area of areas) {
    let joined = alone(area);
    // A group that grows may reach further groups.
    for (;;) {
      const near = groups.filter((group) => isNear(group, joined));
      if (near.length === 0) break;
      groups = groups.filter((group) => !near.includes(group));
      joined = near.reduce(merged, joined);
    }
    groups.push(joined);
  }
  return groups;
}

const alone = (area: JoinedArea): NearbyAreas => ({
  areas: [area],
  box: area.box,
  margin: Math.ceil(Math.min(boxWidth(area.box), boxHeight(area.box)) / 2),
});

function isNear(one: NearbyAreas, other: NearbyAreas): boolean {
  const grown = growBox(one.box, Math.max(one.margin, other.margin));
  const { box } = other;
  return grown.left <= box.right && box.left <= grown.right && grown.top <= box.bottom && box.top <= grown.bottom;
}

const merged = (one: NearbyAreas, other: NearbyAreas): NearbyAreas => ({
  areas: one.areas.concat(other.areas),
  box: boxAroundBoth(one.box, other.box),
  margin: Math.max(one.margin, other.margin),
});

const boxAroundBoth = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});
