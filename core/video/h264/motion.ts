/** Shapes into which a macroblock is cut to be predicted, by `mb_type` of P slices (H.264, table 7-13). */
export const Shape = { whole: 0, rows: 1, columns: 2, quarters: 3 } as const;
export type Shape = (typeof Shape)[keyof typeof Shape];

/** Quarters of a macroblock at which the parts of each shape start, in coding order. */
export const PARTS: readonly (readonly number[])[] = [[0], [0, 2], [0, 1], [0, 1, 2, 3]];

/** Quarters that belong to the part that starts at a quarter. */
export const QUARTERS: readonly (readonly (readonly number[])[])[] = [
  [[0, 1, 2, 3]],
  [[0, 1], [], [2, 3]],
  [
    [0, 2],
    [1, 3],
  ],
  [[0], [1], [2], [3]],
];

/**
 * Motion of each quarter of the macroblocks of a P frame of one slice and one reference, in whole pixels of luma
 * (ITU-T H.264, 8.4.1).
 */
export class MotionField {
  /** Result of the last prediction. */
  x = 0;
  y = 0;
  private readonly xs: Int16Array;
  private readonly ys: Int16Array;
  private readonly stride: number;

  /** @param columns macroblocks in a row of the frame */
  constructor(
    private readonly columns: number,
    macroblocks: number,
  ) {
    this.stride = 2 * columns;
    this.xs = new Int16Array(4 * macroblocks);
    this.ys = new Int16Array(4 * macroblocks);
  }

  /** Forgets all motion: every macroblock stands still. */
  clear(): void {
    this.xs.fill(0);
    this.ys.fill(0);
  }

  set(address: number, quarter: number, x: number, y: number): void {
    const at = this.placeOf(address, quarter);
    this.xs[at] = x;
    this.ys[at] = y;
  }

  /** Sets `x` and `y` to the motion from which the part of a macroblock that starts at a quarter differs (8.4.1.3). */
  predict(address: number, shape: Shape, quarter: number): void {
    const { stride } = this;
    const at = this.placeOf(address, quarter);
    const column = at % stride;
    const width = shape === Shape.whole || shape === Shape.rows ? 2 : 1;
    const left = column > 0 ? at - 1 : -1;
    const above = at - stride;
    // Parts above and to the right of lower parts are coded later, but for the third quarter.
    const hasAside = above >= 0 && column + width < stride && (quarter < 2 || (quarter === 2 && width === 1));
    const aside = hasAside ? above + width : left >= 0 && above >= 0 ? above - 1 : -1;
    if (shape === Shape.rows && quarter === 0 && above >= 0) this.use(above);
    else if (shape === Shape.rows && quarter === 2 && left >= 0) this.use(left);
    else if (shape === Shape.columns && quarter === 0 && left >= 0) this.use(left);
    else if (shape === Shape.columns && quarter === 1 && aside >= 0) this.use(aside);
    else if (above < 0) this.use(left);
    else if (left < 0 && aside < 0) this.use(above);
    else {
      this.x = median(valueAt(this.xs, left), valueAt(this.xs, above), valueAt(this.xs, aside));
      this.y = median(valueAt(this.ys, left), valueAt(this.ys, above), valueAt(this.ys, aside));
    }
  }

  /** Sets `x` and `y` to the motion of a skipped macroblock (8.4.1.1). */
  predictSkipped(address: number): void {
    const at = this.placeOf(address, 0);
    const above = at - this.stride;
    if (at % this.stride === 0 || above < 0 || this.stands(at - 1) || this.stands(above)) [this.x, this.y] = [0, 0];
    else this.predict(address, Shape.whole, 0);
  }

  private placeOf(address: number, quarter: number): number {
    const column = address % this.columns;
    const row = (address - column) / this.columns;
    return (2 * row + (quarter >> 1)) * this.stride + 2 * column + (quarter & 1);
  }

  private stands(at: number): boolean {
    return this.xs[at] === 0 && this.ys[at] === 0;
  }

  private use(at: number): void {
    this.x = valueAt(this.xs, at);
    this.y = valueAt(this.ys, at);
  }
}

/** Parts outside the frame have no motion. */
const valueAt = (values: Int16Array, at: number) => (at < 0 ? 0 : (values[at] as number));

const median = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
