import { FudebakoError } from '../../base/errors.ts';
import type { Raster } from '../../base/raster.ts';
import type { Point, Size } from '../../geometry/point.ts';
import { flatMask, type GrayMask, maskFromRaster } from './gray-mask.ts';
import { featherMask, growMask } from './soften.ts';
import type { Stroke } from './strokes.ts';
import { type Box, subjectMask } from './subject.ts';
import { wholeSubject } from './whole-subject.ts';

/** A selection in mask pixels. Which fields are required depends on the kind of selection. */
export interface Selection extends Partial<Box>, Partial<Point> {
  readonly kind: 'subject' | 'wand' | 'rect' | 'ellipse' | 'lasso';
  /** Ways to combine a selection with the mask. On an inverted mask, `add-outside` is equivalent to `intersect`. */
  readonly combine: 'add' | 'subtract' | 'intersect' | 'add-outside';
  readonly tolerance: number;
  readonly contiguous: boolean;
  readonly points: readonly Point[];
}

/** The selections of a mask, with growing and feathering of their edges. */
export interface Selected {
  readonly selections: readonly Selection[];
  /** Strokes with the tools `keep` and `hide`, which mark parts of a subject and its background. */
  readonly hints: readonly Stroke[];
  readonly refine: boolean;
  /** Distance in pixels by which selections grow; negative to shrink. */
  readonly grow: number;
  /** Standard deviation in pixels of the blur that feathers selections. */
  readonly feather: number;
}

/** True if a selection depends on the colors of the image. */
export const readsColors = ({ kind }: Pick<Selection, 'kind'>): boolean => kind === 'subject' || kind === 'wand';

/**
 * Combines the selections in order with the initial mask, then grows and feathers. The initial mask is the luminance;
 * flat gray without an image, or if a selection depends on colors. Calls `onUnclear` if a subject without a box may not
 * be the one that is meant. Throws FudebakoError `selectionNeedsImage`, `pointOutside`, and the errors of `subjectMask` and `wholeSubject`.
 */
export function selectMask(
  size: Size,
  image: Raster | undefined,
  gray: number,
  selected: Selected,
  onUnclear?: () => void,
): GrayMask {
  const { selections, hints, refine, grow, feather } = selected;
  const isLuminance = image && !selections.some(readsColors);
  const mask = isLuminance ? maskFromRaster(image) : flatMask(size.width, size.height, gray);
  for (const selection of selections)
    combine(mask, selectedPixels(size, image, selection, { hints, refine, onUnclear }), selection.combine);
  growMask(mask, grow);
  featherMask(mask, feather);
  return mask;
}

type Hints = Pick<Selected, 'hints' | 'refine'> & { readonly onUnclear: (() => void) | undefined };

function selectedPixels(size: Size, image: Raster | undefined, selection: Selection, options: Hints): GrayMask {
  const {
    kind,
    left = 0,
    top = 0,
    right = 0,
    bottom = 0,
    x = 0,
    y = 0,
    tolerance,
    contiguous,
    points,
    unit,
  } = selection;
  const box = { unit, left, top, right, bottom };
  switch (kind) {
    case 'rect':
      return rectMask(size, box);
    case 'ellipse':
      return ellipseMask(size, box);
    case 'lasso':
      return lassoMask(size, points);
  }
  if (!image) throw new FudebakoError('selectionNeedsImage');
  if (kind === 'wand') return wandMask(image, { x, y, tolerance, contiguous });
  if (selection.left !== undefined) return subjectMask(image, box, options);
  const subject = wholeSubject(image, options);
  if (!subject.isClear) options.onUnclear?.();
  return subject.mask;
}

function combine({ data }: GrayMask, { data: selected }: GrayMask, how: Selection['combine']): void {
  for (let pixel = 0; pixel < data.length; pixel++) {
    const [level, inside] = [data[pixel] as number, selected[pixel] as number];
    const operand = how === 'add' || how === 'intersect' ? inside : 255 - inside;
    data[pixel] = how === 'add' || how === 'add-outside' ? Math.max(level, operand) : Math.min(level, operand);
  }
}

/** Scan lines per pixel row. Horizontal coverage along a scan line is exact. */
const LINES = 16;

/** Returns the x positions at which a scan line enters and leaves a shape, in ascending order. */
type Crossings = (y: number) => readonly number[];

/** Returns an antialiased mask of a rectangle in pixels. Reversed edges are swapped. */
export function rectMask(size: Size, box: Box): GrayMask {
  const { left, top, right, bottom } = ordered(box);
  return cover(size, top, bottom, (y) => (y > top && y < bottom ? [left, right] : []));
}

/** Returns an antialiased mask of the ellipse inside a box in pixels. */
export function ellipseMask(size: Size, box: Box): GrayMask {
  const { left, top, right, bottom } = ordered(box);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [radiusX, radiusY] = [(right - left) / 2, (bottom - top) / 2];
  return cover(size, top, bottom, (line) => {
    const height = (line - y) / radiusY;
    const square = 1 - height * height;
    if (!(square > 0)) return [];
    const half = radiusX * Math.sqrt(square);
    return [x - half, x + half];
  });
}

/** Returns an antialiased mask of the area inside a closed outline (nonzero winding rule). */
export function lassoMask(size: Size, points: readonly Point[]): GrayMask {
  const edges = points
    .map((from, index) => ({ from, to: points[(index + 1) % points.length] as Point }))
    .filter(({ from, to }) => from.y !== to.y)
    .map(({ from, to }) => (from.y < to.y ? { from, to, turn: 1 } : { from: to, to: from, turn: -1 }))
    .sort((a, b) => a.from.y - b.from.y);
  const ys = points.map(({ y }) => y);
  const top = ys.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const bottom = ys.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  let next = 0;
  let active: typeof edges = [];
  return cover(size, top, bottom, (y) => {
    while (next < edges.length && (edges[next] as (typeof edges)[number]).from.y <= y)
      active.push(edges[next++] as (typeof edges)[number]);
    active = active.filter(({ to }) => to.y > y);
    const hits = active
      .map(({ from, to, turn }) => ({ x: from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x), turn }))
      .sort((a, b) => a.x - b.x);
    const crossings: number[] = [];
    let depth = 0;
    for (const { x, turn } of hits) {
      if (depth === 0) crossings.push(x);
      depth += turn;
      if (depth === 0) crossings.push(x);
    }
    return crossings;
  });
}

function ordered({ left, top, right, bottom }: Box): Box {
  return {
    left: Math.min(left, right),
    top: Math.min(top, bottom),
    right: Math.max(left, right),
    bottom: Math.max(top, bottom),
  };
}

function cover({ width, height }: Size, top: number, bottom: number, crossings: Crossings): GrayMask {
  const mask = flatMask(width, height, 0);
  const changes = new Float64Array(width + 2);
  const step = (x: number, sign: number) => {
    const pixel = Math.floor(x);
    const part = x - pixel;
    changes[pixel] = (changes[pixel] as number) + sign * (1 - part);
    changes[pixel + 1] = (changes[pixel + 1] as number) + sign * part;
  };
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(height, Math.ceil(bottom)); row++) {
    changes.fill(0);
    for (let line = 0; line < LINES; line++) {
      const pairs = crossings(row + (line + 0.5) / LINES);
      for (let index = 0; index + 1 < pairs.length; index += 2) {
        const from = Math.min(width, Math.max(0, pairs[index] as number));
        const to = Math.min(width, Math.max(0, pairs[index + 1] as number));
        if (from >= to) continue;
        step(from, 1);
        step(to, -1);
      }
    }
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += changes[x] as number;
      mask.data[row * width + x] = Math.round((Math.min(LINES, Math.max(0, sum)) * 255) / LINES);
    }
  }
  return mask;
}

interface Wand {
  readonly x: number;
  readonly y: number;
  /** Maximum difference of a selected pixel in each of red, green, blue and alpha. */
  readonly tolerance: number;
  /** True to select only pixels that are connected to the position, by shared sides. */
  readonly contiguous: boolean;
}

/** Returns a mask of the pixels whose color is similar to that at a position. Throws FudebakoError `pointOutside`. */
export function wandMask({ width, height, data }: Raster, { x, y, tolerance, contiguous }: Wand): GrayMask {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= width || row >= height)
    throw new FudebakoError('pointOutside', { width, height });
  const mask = flatMask(width, height, 0);
  const start = row * width + column;
  const [red, green, blue, alpha] = data.subarray(start * 4, start * 4 + 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  const isNear = (pixel: number) => {
    const at = pixel * 4;
    return (
      Math.abs((data[at] as number) - red) <= tolerance &&
      Math.abs((data[at + 1] as number) - green) <= tolerance &&
      Math.abs((data[at + 2] as number) - blue) <= tolerance &&
      Math.abs((data[at + 3] as number) - alpha) <= tolerance
    );
  };
  if (contiguous) flood(mask, start, isNear);
  else for (let pixel = 0; pixel < mask.data.length; pixel++) if (isNear(pixel)) mask.data[pixel] = 255;
  return mask;
}

/** Flood fill by runs of pixels. Queues one pixel of each run above and below, so that the queue stays short. */
function flood({ width, height, data }: GrayMask, start: number, isNear: (pixel: number) => boolean): void {
  const queue = [start];
  for (let pixel = queue.pop(); pixel !== undefined; pixel = queue.pop()) {
    if (data[pixel] !== 0) continue;
    const line = pixel - (pixel % width);
    let [left, right] = [pixel, pixel + 1];
    while (left > line && data[left - 1] === 0 && isNear(left - 1)) left--;
    while (right < line + width && data[right] === 0 && isNear(right)) right++;
    data.fill(255, left, right);
    for (const shift of [-width, width]) {
      const other = line + shift;
      if (other < 0 || other >= width * height) continue;
      let isRun = false;
      for (let at = left + shift; at < right + shift; at++) {
        const isOpen = data[at] === 0 && isNear(at);
        if (isOpen && !isRun) queue.push(at);
        isRun = isOpen;
      }
    }
  }
}
