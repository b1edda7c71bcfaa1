import type { FontFace } from '../fonts/face.ts';
import type { HalfCell } from './kinsoku.ts';

/** A glyph's position in em, y down, from the left end of the baseline or the top center of a vertical cell. */
export interface ItemGlyph {
  readonly face: FontFace;
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
  /** True if rotated 90° clockwise. */
  readonly turned: boolean;
  /** Horizontal scale; below 1 for tate-chu-yoko wider than its cell. */
  readonly scaleX: number;
}

export interface Join {
  /** True for every second sign of a pair, with which a line must not begin. */
  readonly isPair: boolean;
  /** True if both signs are drawn as one stroke: the preceding sign stretched over both cells. */
  readonly isLine: boolean;
}

/** The smallest unit of line breaking: graphemes whose glyphs belong together. */
export interface TextItem {
  readonly text: string;
  /** UTF-16 offset in the paragraph. */
  readonly start: number;
  readonly end: number;
  readonly glyphs: readonly ItemGlyph[];
  /** True for an emoji that the platform draws, in a cell of one em. */
  readonly emoji: boolean;
  /** Width along the line in em, without gap and trims. */
  readonly advance: number;
  /** Bidi embedding level; odd levels run right to left. */
  readonly level: number;
  readonly script: string;
  readonly isSpace: boolean;
  readonly breakBefore: boolean;
  /** Which half of the cell is space that may be trimmed; `undefined` if neither. */
  readonly half: HalfCell | undefined;
  /** Set if the item forms one sign with the preceding item. */
  readonly join: Join | undefined;
  /** True if the character gap applies between this item and the next. */
  readonly gapAfter: boolean;
  /** Ruby over this item and its neighbors with the same ruby. */
  readonly ruby: Ruby | undefined;
  /** Position among the items with the same ruby. */
  readonly rubyIndex: number;
  /** True if the item has an emphasis dot. */
  readonly emphasized: boolean;
}

export interface MissingGlyphs {
  readonly characters: string;
  /** Substitute family; `undefined` if no family has the characters, which are drawn as boxes. */
  readonly family: string | undefined;
}

/** Ruby over consecutive items of a paragraph. */
export interface Ruby {
  /** Number of base items. */
  readonly count: number;
  /** The ruby's own items in em of the ruby: one list for the whole base, or one for each base item. */
  readonly readings: readonly (readonly TextItem[])[];
}
