import type { PixelRect } from '../crop.ts';
import type { Capsule } from './stroke-path.ts';

/** Coverage of each pixel by a stroke, one byte per pixel. Where pieces overlap, the maximum counts. */
export interface Coverage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly top: number;
}

/** Receives runs of pixels `[from, to)` of a row whose coverage has increased. */
export type OnCovered = (row: number, from: number, to: number) => void;

/** Scan lines per pixel row. Horizontal coverage along a scan line is exact. */
const LINES = 16;

/** Adds pieces of a stroke with a sharp, antialiased edge. Computes the exact union of the pieces inside a pixel. */
export function coverSharp(coverage: Coverage, pieces: readonly Capsule[], onCovered: OnCovered): void {
  const rect = reachOf(coverage, pieces, 0);
  if (!rect) return;
  const shapes = pieces.map((piece) => new CapsuleShape(piece));
  const sum = new RowSum(rect.x, rect.x + rect.width);
  for (let row = rect.y; row < rect.y + rect.height; row++) {
    for (let line = 0; line < LINES; line++) sum.addLine(shapes, coverage.top + row + (line + 0.5) / LINES);
    sum.moveInto(coverage, row, onCovered);
  }
}

/** Sums the coverage of scan lines for each pixel of a row. */
class RowSum {
  /** Differences of coverage between adjacent pixels, from column `start` on. */
  private readonly changes: Float64Array;
  /** One scan line or more covers the pixels `[first, last)`; all scan lines cover `[solidFirst, solidLast)`. */
  private first = Number.POSITIVE_INFINITY;
  private last = 0;
  private solidFirst = 0;
  private solidLast = Number.POSITIVE_INFINITY;

  constructor(
    private readonly start: number,
    private readonly end: number,
  ) {
    this.changes = new Float64Array(end - start + 2);
  }

  addLine(shapes: readonly CapsuleShape[], y: number): void {
    const hit = shapes.filter((shape) => shape.cut(y));
    if (hit.length > 1) hit.sort((a, b) => a.left - b.left);
    let stretches = 0;
    for (let index = 0; index < hit.length; ) {
      const { left } = hit[index] as CapsuleShape;
      let right = left;
      while (index < hit.length && (hit[index] as CapsuleShape).left <= right)
        right = Math.max(right, (hit[index++] as CapsuleShape).right);
      const from = Math.max(this.start, left);
      const to = Math.min(this.end, right);
      if (from >= to) continue;
      this.add(from, to);
      stretches++;
    }
    if (stretches !== 1) this.solidLast = 0;
  }

  private add(left: number, right: number): void {
    this.step(left, 1);
    this.step(right, -1);
    this.first = Math.min(this.first, Math.floor(left));
    this.last = Math.max(this.last, Math.ceil(right));
    this.solidFirst = Math.max(this.solidFirst, Math.ceil(left));
    this.solidLast = Math.min(this.solidLast, Math.floor(right));
  }

  /** Starts or ends the coverage of a scan line at x, which is inside a pixel. This pixel is partially covered. */
  private step(x: number, sign: number): void {
    const pixel = Math.floor(x);
    const part = x - pixel;
    (this.changes[pixel - this.start] as number) += sign * (1 - part);
    (this.changes[pixel - this.start + 1] as number) += sign * part;
  }

  /** Writes increased coverage to a row of the mask, and resets the sums of the scan lines. */
  moveInto({ width, data }: Coverage, row: number, onCovered: OnCovered): void {
    const { first, last, changes, start } = this;
    const bytes = data.subarray(row * width, (row + 1) * width);
    let [solidFirst, solidLast] = [this.solidFirst, this.solidLast];
    if (solidFirst >= solidLast) solidFirst = solidLast = last;
    let changedFirst = Number.POSITIVE_INFINITY;
    let changedLast = 0;
    let sum = 0;
    const write = (from: number, to: number) => {
      for (let x = from; x < to; x++) {
        sum += changes[x - start] as number;
        const covered = Math.round((sum * 255) / LINES);
        if (covered <= (bytes[x] as number)) continue;
        bytes[x] = covered;
        changedFirst = Math.min(changedFirst, x);
        changedLast = x + 1;
      }
    };
    write(first, solidFirst);
    // Skips pixels that earlier pieces of the stroke cover fully, because the pieces of a thick stroke mostly overlap.
    let [newFirst, newLast] = [solidFirst, solidLast];
    while (newFirst < newLast && bytes[newFirst] === 255) newFirst++;
    while (newFirst < newLast && bytes[newLast - 1] === 255) newLast--;
    if (newFirst < newLast) {
      bytes.fill(255, newFirst, newLast);
      changedFirst = Math.min(changedFirst, newFirst);
      changedLast = newLast;
    }
    sum = LINES;
    write(solidLast, last);
    if (changedFirst < changedLast) onCovered(row, changedFirst, changedLast);
    if (first < last) changes.fill(0, first - start, last - start + 2);
    this.first = Number.POSITIVE_INFINITY;
    this.last = 0;
    this.solidFirst = 0;
    this.solidLast = Number.POSITIVE_INFINITY;
  }
}

/** A piece of a stroke as a convex shape: a scan line intersects a capsule in at most one segment. */
class CapsuleShape {
  left = 0;
  right = 0;
  private readonly corners: readonly number[];

  constructor(private readonly capsule: Capsule) {
    this.corners = tangentCorners(capsule);
  }

  /** Computes the intersection of the scan line at height y with the shape. Returns false without an intersection. */
  cut(y: number): boolean {
    this.left = Number.POSITIVE_INFINITY;
    this.right = Number.NEGATIVE_INFINITY;
    const { x0, y0, radius0, x1, y1, radius1 } = this.capsule;
    this.includeDisc(x0, radius0 * radius0 - (y - y0) * (y - y0));
    this.includeDisc(x1, radius1 * radius1 - (y - y1) * (y - y1));
    const { corners } = this;
    for (let at = 0; at < corners.length; at += 2) {
      const next = (at + 2) % corners.length;
      this.includeEdge(
        corners[at] as number,
        corners[at + 1] as number,
        corners[next] as number,
        corners[next + 1] as number,
        y,
      );
    }
    return this.left < this.right;
  }

  private includeDisc(x: number, halfSquared: number): void {
    if (halfSquared <= 0) return;
    const half = Math.sqrt(halfSquared);
    this.left = Math.min(this.left, x - half);
    this.right = Math.max(this.right, x + half);
  }

  private includeEdge(ax: number, ay: number, bx: number, by: number, y: number): void {
    if (ay <= y === by <= y) return;
    const x = ax + ((bx - ax) * (y - ay)) / (by - ay);
    this.left = Math.min(this.left, x);
    this.right = Math.max(this.right, x);
  }
}

/** Returns the points where two discs' common tangents touch, as x, y pairs; none if a disc contains the other. */
function tangentCorners({ x0, y0, radius0, x1, y1, radius1 }: Capsule): number[] {
  const length = Math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
  if (length <= Math.abs(radius0 - radius1)) return [];
  const [alongX, alongY] = [(x1 - x0) / length, (y1 - y0) / length];
  const sine = (radius0 - radius1) / length;
  const cosine = Math.sqrt(1 - sine * sine);
  const touch = (x: number, y: number, radius: number, side: number) => [
    x + radius * (alongX * sine - side * alongY * cosine),
    y + radius * (alongY * sine + side * alongX * cosine),
  ];
  return [
    ...touch(x0, y0, radius0, 1),
    ...touch(x1, y1, radius1, 1),
    ...touch(x1, y1, radius1, -1),
    ...touch(x0, y0, radius0, -1),
  ];
}

/** Distance in standard deviations at which the coverage of a soft edge rounds to 0. */
const SOFT_REACH = 3.5;

/** Adds a piece of radius r, blurred by σ = `featherPx`: Φ((d + r)/σ) − Φ((d − r)/σ) at distance d from the center. */
export function coverSoft(coverage: Coverage, capsule: Capsule, featherPx: number, onCovered: OnCovered): void {
  // Averaging over the width of a pixel is a uniform distribution, which adds a variance of 1/12.
  const sigma = Math.sqrt(featherPx * featherPx + 1 / 12);
  const reach = SOFT_REACH * sigma;
  const rect = reachOf(coverage, [capsule], reach);
  if (!rect) return;
  const { width, data } = coverage;
  const { x0, y0, radius0, x1, y1, radius1 } = capsule;
  const [alongX, alongY] = [x1 - x0, y1 - y0];
  const perLength = alongX === 0 && alongY === 0 ? 0 : 1 / (alongX * alongX + alongY * alongY);
  for (let row = rect.y; row < rect.y + rect.height; row++) {
    const dy = coverage.top + row + 0.5 - y0;
    let [first, last] = [rect.x + rect.width, rect.x];
    for (let x = rect.x; x < rect.x + rect.width; x++) {
      const at = row * width + x;
      const was = data[at] as number;
      if (was === 255) continue;
      const dx = x + 0.5 - x0;
      const t = Math.min(1, Math.max(0, (dx * alongX + dy * alongY) * perLength));
      const fromX = dx - t * alongX;
      const fromY = dy - t * alongY;
      const radius = radius0 + t * (radius1 - radius0);
      const squared = fromX * fromX + fromY * fromY;
      if (squared > (radius + reach) * (radius + reach)) continue;
      const distance = Math.sqrt(squared);
      const byte = Math.round(255 * normalMass((distance - radius) / sigma, (distance + radius) / sigma));
      if (byte <= was) continue;
      data[at] = byte;
      first = Math.min(first, x);
      last = x + 1;
    }
    if (first < last) onCovered(row, first, last);
  }
}

const PRECISION = 64;
const TABLE_END = 6;

/** Table of the cumulative normal distribution Φ from −6 to 6, integrated by Simpson's rule. */
const normalTable: Float64Array = (() => {
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const table = new Float64Array(2 * TABLE_END * PRECISION + 1);
  const step = 1 / PRECISION;
  for (let index = 1; index < table.length; index++) {
    const x = -TABLE_END + index * step;
    const area = (step / 6) * (density(x - step) + 4 * density(x - step / 2) + density(x));
    table[index] = (table[index - 1] as number) + area;
  }
  return table;
})();

function normalMass(from: number, to: number): number {
  return normal(to) - normal(from);
}

function normal(x: number): number {
  if (x >= TABLE_END) return 1;
  if (x <= -TABLE_END) return 0;
  const place = (x + TABLE_END) * PRECISION;
  const index = Math.floor(place);
  const before = normalTable[index] as number;
  return before + ((normalTable[index + 1] as number) - before) * (place - index);
}

/** Returns the rectangle of pixels within `margin` of pieces of a stroke; `undefined` for an empty rectangle. */
function reachOf({ width, height, top }: Coverage, pieces: readonly Capsule[], margin: number): PixelRect | undefined {
  const box = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 };
  for (const { x0, y0, radius0, x1, y1, radius1 } of pieces) {
    box.left = Math.min(box.left, x0 - radius0, x1 - radius1);
    box.right = Math.max(box.right, x0 + radius0, x1 + radius1);
    box.top = Math.min(box.top, y0 - radius0, y1 - radius1);
    box.bottom = Math.max(box.bottom, y0 + radius0, y1 + radius1);
  }
  const left = Math.max(0, Math.floor(box.left - margin));
  const right = Math.min(width, Math.ceil(box.right + margin));
  const first = Math.max(0, Math.floor(box.top - margin) - top);
  const end = Math.min(height, Math.ceil(box.bottom + margin) - top);
  return left < right && first < end ? { x: left, y: first, width: right - left, height: end - first } : undefined;
}
