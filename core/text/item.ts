import type { FontFace } from '../fonts/face.ts';
import type { HalfCell } from './kinsoku.ts';

/** A glyph's position in em, y down, from the left end of the baseline or the top center of a vertical cell. */
export interface ItemGlyph {
  readonly face: FontFace;
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
  readonly turned: boolean;
  /** Horizontal scale of the glyph; below 1 for tate-chu-yoko that is wider than its cell. */
  readonly scaleX: number;
}

export interface Join {
  /** True for the second character of an inseparable pair such as `――`. A line must not begin with this character. */
  readonly isPair: boolean;
  /** True if two dashes are drawn as one stroke, by stretching the first dash over both cells. */
  readonly isLine: boolean;
}

/** A text item, the smallest unit of line breaking: graphemes whose glyphs belong together. */
export interface TextItem {
  readonly text: string;
  /** UTF-16 offset of the text item in its paragraph. */
  readonly start: number;
  readonly end: number;
  readonly glyphs: readonly ItemGlyph[];
  /** True for an emoji that the platform draws, in a cell of one em. */
  readonly emoji: boolean;
  /** Width of the text item along the line in em, before character spacing and trimming of punctuation. */
  readonly advance: number;
  /** Bidi embedding level; odd levels run right to left. */
  readonly level: number;
  readonly script: string;
  readonly isSpace: boolean;
  readonly breakBefore: boolean;
  /** Half of a punctuation mark's cell that is blank and may be trimmed; `undefined` if neither half is blank. */
  readonly half: HalfCell | undefined;
  /** Set if this item forms one sign with the preceding item, such as the second dash of `――`. */
  readonly join: Join | undefined;
  /** True if character spacing applies between this text item and the next. */
  readonly gapAfter: boolean;
  /** Ruby over this item and over neighboring items that share the ruby. */
  readonly ruby: Ruby | undefined;
  /** Index of the text item among the items that share its ruby. */
  readonly rubyIndex: number;
  readonly emphasized: boolean;
}

export interface MissingGlyphs {
  readonly characters: string;
  /** Font family that substitutes missing characters; `undefined` if no family has the characters. */
  readonly family: string | undefined;
}

export interface Ruby {
  readonly count: number;
  /** Items of the ruby readings, in em of the ruby's font size: one list for the whole base, or one per base item. */
  readonly readings: readonly (readonly TextItem[])[];
}

export interface ItemStyle {
  readonly vertical: boolean;
  /** False gives every Japanese character a cell of one em. Latin characters keep their proportional widths. */
  readonly variableWidth: boolean;
  readonly charGapEm: number;
  /** True to set kana and punctuation with proportional widths instead of em cells. */
  readonly proportional?: boolean | undefined;
  /** True to trim the blank half of punctuation even where every character has a cell of one em. */
  readonly justify?: boolean | undefined;
  /** Maximum digits side by side in one cell of a vertical line (tate-chu-yoko); 3 by default. */
  readonly uprightDigits?: number | undefined;
}

/** The shaped glyphs of a text item. */
export type ItemParts = Pick<TextItem, 'text' | 'start' | 'end' | 'glyphs' | 'emoji' | 'advance' | 'level' | 'script'>;
