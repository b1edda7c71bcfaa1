export type Align = 'left' | 'center' | 'right';
export type VerticalAlign = 'top' | 'middle' | 'bottom';

export interface LayoutStyle {
  readonly fontSizePx: number;
  readonly charGapEm: number;
  /** Gap between lines or columns, in em. */
  readonly lineGapEm: number;
  readonly vertical: boolean;
  /** False gives every Japanese character a cell of one em. Latin keeps its own widths. */
  readonly variableWidth: boolean;
  /** Glyph of emphasis dots. */
  readonly emphasisMark?: string;
  /** Most digits that share a cell of a column; 3 by default. */
  readonly uprightDigits?: number;
  readonly align: Align;
  readonly vAlign: VerticalAlign;
}

/** A text's area in pixels. Lines break at its width, and columns at its height. */
export interface Room {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
