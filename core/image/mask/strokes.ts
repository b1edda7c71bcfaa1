import type { PixelRect } from '../crop.ts';
import type { GrayMask } from './gray-mask.ts';
import { type Coverage, coverSharp, coverSoft, type OnCovered } from './stroke-coverage.ts';
import { type Capsule, type StrokePoint, startPath } from './stroke-path.ts';

export interface Pen {
  /** Tool of a mask stroke. `keep` and `hide` don't paint, but mark parts of a subject and its background. */
  readonly tool: 'pen' | 'eraser' | 'keep' | 'hide';
  /** Gray level of the stroke, 0 to 255; an eraser paints 0. */
  readonly gray: number;
  readonly widthPx: number;
  /** Standard deviation in pixels of the stroke's soft edge; 0 for a sharp edge. */
  readonly feather: number;
}

export interface Stroke extends Pen {
  readonly points: readonly StrokePoint[];
}

/** A mask stroke in progress. Painting point by point gives the same bytes as painting the whole stroke at once. */
export interface StrokePainter {
  readonly before: Uint8Array<ArrayBuffer>;
  /** Adds a point and paints the completed pieces. Returns the rectangle of pixels that may have changed. */
  add(point: StrokePoint): PixelRect | undefined;
  /** Paints the remaining pieces of the stroke, up to the last point. */
  finish(): PixelRect | undefined;
}

/** Starts a stroke on a mask, or on a band whose first row is row `top` of the mask. */
export function startStroke(mask: GrayMask, pen: Pen, top = 0): StrokePainter {
  const { width, height } = mask;
  const before = mask.data.slice();
  const coverage: Coverage = { width, height, top, data: new Uint8Array(width * height) };
  const path = startPath(pen.widthPx);
  const gray = pen.tool === 'eraser' ? 0 : pen.gray;

  let tail: readonly Capsule[] = [];

  const paint = (pieces: readonly Capsule[]): PixelRect | undefined => {
    const dirty = new DirtyRect();
    const onCovered: OnCovered = (row, from, to) => {
      mix(mask, before, coverage, gray, row * width + from, row * width + to);
      dirty.include(row, from, to);
    };
    if (pen.feather > 0) for (const piece of pieces) coverSoft(coverage, piece, pen.feather, onCovered);
    else if (pieces.length > 0) {
      const joined = [...tail, ...pieces];
      tail = lastPieces(joined);
      coverSharp(coverage, joined, onCovered);
    }
    return dirty.rect();
  };
  return { before, add: (point) => paint(path.add(point)), finish: () => paint(path.finish()) };
}

/** Pen radius in pixels above which the joins between pieces of a stroke are invisible. */
const THIN_RADIUS = 8;
const JOIN_PX = 3;

/** Returns the last pieces of a thin stroke. These pieces must be painted again together with the following pieces. */
function lastPieces(pieces: readonly Capsule[]): readonly Capsule[] {
  let length = 0;
  let index = pieces.length;
  while (index > 0 && length < JOIN_PX) {
    const { x0, y0, x1, y1, radius1 } = pieces[index - 1] as Capsule;
    if (radius1 > THIN_RADIUS) break;
    length += Math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
    index--;
  }
  return pieces.slice(index);
}

/** Returns the equivalent of a pen for an inverted mask: a pen with the inverted gray level. */
export function invertedPen<P extends Pen>(pen: P): P {
  return { ...pen, tool: 'pen', gray: 255 - (pen.tool === 'eraser' ? 0 : pen.gray) };
}

/** Returns the rows `[first, end)` of the mask that a stroke can touch. */
export function strokeRows({ points, widthPx, feather }: Stroke): { readonly first: number; readonly end: number } {
  const reach = widthPx / 2 + 4 * feather + 4;
  let [first, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { y } of points) {
    first = Math.min(first, Math.floor(y - reach));
    end = Math.max(end, Math.ceil(y + reach));
  }
  return { first, end };
}

/** Paints a whole stroke into a mask, or into a band whose first row is row `top` of the mask. */
export function paintStroke(mask: GrayMask, stroke: Stroke, top = 0): void {
  const rows = strokeRows(stroke);
  const first = Math.max(0, rows.first - top);
  const end = Math.min(mask.height, rows.end - top);
  if (first >= end) return;
  const data = mask.data.subarray(first * mask.width, end * mask.width);
  const painter = startStroke({ width: mask.width, height: end - first, data }, stroke, top + first);
  for (const point of stroke.points) painter.add(point);
  painter.finish();
}

/** Returns the bounding box of two rectangles, either of which may be missing. */
export function unite(a: PixelRect | undefined, b: PixelRect | undefined): PixelRect | undefined {
  if (!a || !b) return a ?? b;
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

class DirtyRect {
  private left = Number.POSITIVE_INFINITY;
  private right = 0;
  private top = Number.POSITIVE_INFINITY;
  private bottom = 0;

  include(row: number, from: number, to: number): void {
    this.left = Math.min(this.left, from);
    this.right = Math.max(this.right, to);
    this.top = Math.min(this.top, row);
    this.bottom = Math.max(this.bottom, row + 1);
  }

  rect(): PixelRect | undefined {
    if (this.left >= this.right) return undefined;
    return { x: this.left, y: this.top, width: this.right - this.left, height: this.bottom - this.top };
  }
}

/** Writes pixels `[from, to)`: the pen's gray level over the levels `before` the stroke, weighted by coverage. */
function mix(mask: GrayMask, before: Uint8Array, coverage: Coverage, gray: number, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const covered = coverage.data[at] as number;
    const sum = (before[at] as number) * (255 - covered) + gray * covered;
    // Rounds to the nearest integer. The divisor 255 is odd, so ties can't occur.
    mask.data[at] = ((sum + 127) / 255) | 0;
  }
}
