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
  /** Sets kana and punctuation without the space of their cells. */
  readonly proportional?: boolean;
  /** Justifies all lines of a paragraph except the last to the full length of the text's area (JLREQ 3.8). */
  readonly justify?: boolean;
  /** Lets a comma or full stop that doesn't fit hang beyond the line's end. */
  readonly hangingPunctuation?: boolean;
  /** Glyph of emphasis dots. */
  readonly emphasisMark?: string;
  /** Maximum number of digits side by side in one cell of a vertical line (tate-chu-yoko); 3 by default. */
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
