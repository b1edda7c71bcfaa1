import type { Size } from '../geometry/point.ts';

export type Align = 'left' | 'center' | 'right';
export type VerticalAlign = 'top' | 'middle' | 'bottom';

export interface LayoutStyle {
  readonly fontSizePx: number;
  readonly charGapEm: number;
  /** Space between lines or columns, in em. */
  readonly lineGapEm: number;
  readonly vertical: boolean;
  /** False gives every Japanese character a cell of one em. Latin characters keep their proportional widths. */
  readonly variableWidth: boolean;
  /** True to set kana and punctuation with proportional widths instead of em cells. */
  readonly proportional?: boolean;
  /** Justifies all lines of a paragraph except the last to the full length of the text's area (JLREQ 3.8). */
  readonly justify?: boolean;
  /** Lets a comma or full stop that doesn't fit hang beyond the line's end. */
  readonly hangingPunctuation?: boolean;
  /** Size of the image in pixels, inside which punctuation hangs. */
  readonly imageSize?: Size;
  readonly emphasisMark?: string;
  /** Maximum digits side by side in one cell of a vertical line (tate-chu-yoko); 3 by default. */
  readonly uprightDigits?: number;
  readonly align: Align;
  readonly vAlign: VerticalAlign;
}

/** Area in pixels in which a text is laid out. Lines break at the width of the area, and columns at its height. */
export interface TextArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
