export type Align = 'left' | 'center' | 'right';
export type VerticalAlign = 'top' | 'middle' | 'bottom';

/** How a text is set. Gaps are in em of the font size. */
export interface LayoutStyle {
  readonly fontSizePx: number;
  readonly charGapEm: number;
  /** Between lines, or between columns. */
  readonly lineGapEm: number;
  /** In columns from right to left. */
  readonly vertical: boolean;
  /** Off: every character has a cell of one em. */
  readonly variableWidth: boolean;
  readonly align: Align;
  readonly vAlign: VerticalAlign;
}

/** The room that a text is set in, in pixels; lines are broken at its width, columns at its height. */
export interface Room {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
