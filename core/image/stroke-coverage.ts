import type { PixelRect } from './crop.ts';
import type { Capsule } from './stroke-path.ts';

/**
 * How much of each pixel a stroke covers, one byte a pixel. What several pieces of a stroke cover
 * is the most that one of them does: painting a piece twice, or in another order, changes nothing.
 */
export interface Coverage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
  /** Which row of the whole mask is the first here, for a band of it. */
  readonly top: number;
}

/** So many lines through each row of pixels; along a line, coverage is exact. */
const LINES = 16;

/**
 * Adds pieces with a sharp, anti-aliased edge. Where the pieces given meet in a pixel, their parts
 * of it are united, not only compared.
 *
 * @returns the pixels that may have changed, or `undefined` where the pieces lie outside
 */
export function coverSharp(coverage: Coverage, pieces: readonly Capsule[]): PixelRect | undefined {
  const rect = reachOf(coverage, pieces, 0);
  if (!rect) return undefined;
  const stretchers = pieces.map(stretcher);
  const row = new RowSum(coverage.width);
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let line = 0; line < LINES; line++) {
      const height = coverage.top + y + (line + 0.5) / LINES;
      row.addUnited(stretchers.map((stretchAt) => stretchAt(height)).filter((stretch) => stretch !== undefined));
    }
    row.moveInto(coverage.data.subarray(y * coverage.width, (y + 1) * coverage.width));
  }
  return rect;
}

type Stretch = readonly [left: number, right: number];

/** Adds up how much of each pixel of a row the stretches of its lines cover. */
class RowSum {
  /** How the sum changes from each pixel to the next. */
  private readonly changes: Float64Array;
  private first: number;
  private last = 0;

  constructor(private readonly width: number) {
    this.changes = new Float64Array(width + 2);
    this.first = width;
  }

  /** Stretches of one line, which may overlap. */
  addUnited(stretches: Stretch[]): void {
    stretches.sort((a, b) => a[0] - b[0]);
    let reached = 0;
    for (const [left, right] of stretches) {
      const start = Math.max(left, reached);
      reached = Math.max(reached, Math.min(this.width, right));
      if (start < reached) this.add(start, reached);
    }
  }

  private add(left: number, right: number): void {
    this.step(left, 1);
    this.step(right, -1);
    this.first = Math.min(this.first, Math.floor(left));
    this.last = Math.max(this.last, Math.ceil(right));
  }

  /** From x on, the line is covered, or no longer so: partly in the pixel that x lies in, wholly in all after it. */
  private step(x: number, sign: number): void {
    const pixel = Math.floor(x);
    const part = x - pixel;
    (this.changes[pixel] as number) += sign * (1 - part);
    (this.changes[pixel + 1] as number) += sign * part;
  }

  /** Writes what is more than the bytes already say, and starts over. */
  moveInto(bytes: Uint8Array): void {
    let sum = 0;
    for (let x = this.first; x < this.last; x++) {
      sum += this.changes[x] as number;
      const covered = Math.round((sum * 255) / LINES);
      if (covered > (bytes[x] as number)) bytes[x] = covered;
    }
    this.changes.fill(0, this.first, this.last + 2);
    this.first = this.width;
    this.last = 0;
  }
}

/**
 * For a capsule, the function that gives the stretch of the line at height y that lies inside.
 * A capsule has no hollows, so there is only one.
 */
function stretcher(capsule: Capsule): (y: number) => Stretch | undefined {
  const { x0, y0, radius0, x1, y1, radius1 } = capsule;
  const corners = tangentCorners(capsule);
  return (y) => {
    let left = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    const include = (from: number, to: number) => {
      if (from < left) left = from;
      if (to > right) right = to;
    };
    const half0 = radius0 * radius0 - (y - y0) * (y - y0);
    if (half0 > 0) include(x0 - Math.sqrt(half0), x0 + Math.sqrt(half0));
    const half1 = radius1 * radius1 - (y - y1) * (y - y1);
    if (half1 > 0) include(x1 - Math.sqrt(half1), x1 + Math.sqrt(half1));
    for (let index = 0; index < corners.length; index++) {
      const a = corners[index] as Corner;
      const b = corners[(index + 1) % corners.length] as Corner;
      if (a.y <= y === b.y <= y) continue;
      const x = a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y);
      include(x, x);
    }
    return left < right ? [left, right] : undefined;
  };
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

/** Where the two common tangents touch the discs, in order; none where one disc lies inside the other. */
function tangentCorners({ x0, y0, radius0, x1, y1, radius1 }: Capsule): Corner[] {
  const length = Math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
  if (length <= Math.abs(radius0 - radius1)) return [];
  const [alongX, alongY] = [(x1 - x0) / length, (y1 - y0) / length];
  const sine = (radius0 - radius1) / length;
  const cosine = Math.sqrt(1 - sine * sine);
  const touch = (x: number, y: number, radius: number, side: number): Corner => ({
    x: x + radius * (alongX * sine - side * alongY * cosine),
    y: y + radius * (alongY * sine + side * alongX * cosine),
  });
  return [touch(x0, y0, radius0, 1), touch(x1, y1, radius1, 1), touch(x1, y1, radius1, -1), touch(x0, y0, radius0, -1)];
}

/** Past so many standard deviations, a soft edge is no longer seen in a byte. */
const SOFT_REACH = 3.5;

/**
 * Adds a piece whose edge is as soft as a Gaussian of the standard deviation `featherPx` makes
 * that of a straight stroke of its width: Φ((d + r)/σ) − Φ((d − r)/σ) at the distance d from the
 * stroke's middle line.
 *
 * @returns the pixels that may have changed, or `undefined` where the piece lies outside
 */
export function coverSoft(coverage: Coverage, capsule: Capsule, featherPx: number): PixelRect | undefined {
  // A pixel is a square, not a point: its own width softens the edge by a variance of 1/12.
  const sigma = Math.sqrt(featherPx * featherPx + 1 / 12);
  const rect = reachOf(coverage, [capsule], SOFT_REACH * sigma);
  if (!rect) return undefined;
  const { x0, y0, radius0, x1, y1, radius1 } = capsule;
  const [alongX, alongY] = [x1 - x0, y1 - y0];
  const lengthSquared = alongX * alongX + alongY * alongY;
  for (let row = rect.y; row < rect.y + rect.height; row++) {
    const dy = coverage.top + row + 0.5 - y0;
    for (let x = rect.x; x < rect.x + rect.width; x++) {
      const dx = x + 0.5 - x0;
      const along = lengthSquared > 0 ? (dx * alongX + dy * alongY) / lengthSquared : 0;
      const t = Math.min(1, Math.max(0, along));
      const [fromX, fromY] = [dx - t * alongX, dy - t * alongY];
      const distance = Math.sqrt(fromX * fromX + fromY * fromY);
      const radius = radius0 + t * (radius1 - radius0);
      const covered = normalMass((distance - radius) / sigma, (distance + radius) / sigma);
      const at = row * coverage.width + x;
      const byte = Math.round(255 * covered);
      if (byte > (coverage.data[at] as number)) coverage.data[at] = byte;
    }
  }
  return rect;
}

/** Entries for each standard deviation in the table below. */
const PRECISION = 64;
const TABLE_END = 6;

/** The normal distribution Φ from −6 to 6, by Simpson's rule over its density. */
const normalTable: Float64Array = (() => {
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const table = new Float64Array(2 * TABLE_END * PRECISION + 2);
  const step = 1 / PRECISION;
  for (let index = 1; index < table.length; index++) {
    const x = -TABLE_END + index * step;
    const area = (step / 6) * (density(x - step) + 4 * density(x - step / 2) + density(x));
    table[index] = (table[index - 1] as number) + area;
  }
  return table;
})();

/** The normal distribution's mass between two places. */
function normalMass(from: number, to: number): number {
  return normal(to) - normal(from);
}

function normal(x: number): number {
  const place = (Math.min(TABLE_END, Math.max(-TABLE_END, x)) + TABLE_END) * PRECISION;
  const index = Math.floor(place);
  const before = normalTable[index] as number;
  return before + ((normalTable[index + 1] as number) - before) * (place - index);
}

/** The pixels within `margin` of the pieces, as far as there are any. */
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
