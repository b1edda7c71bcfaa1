import type { FontFace } from '../fonts/face.ts';
import type { HalfCell } from './kinsoku.ts';

/**
 * A glyph's place in its item, in em, y down. In a horizontal line the item's origin is on the
 * baseline at its left; in a vertical one at the top of its cell, in the middle of the column.
 */
export interface ItemGlyph {
  readonly face: FontFace;
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
  /** Turned clockwise by 90°. */
  readonly turned: boolean;
  /** Narrowed: tate-chu-yoko of more than a cell's width. */
  readonly scaleX: number;
}

/** How a sign belongs to the one before it, of which it is the other part. */
export interface Join {
  /** It is the second of a pair, the fourth, the sixth: a line never begins with it. */
  readonly isPair: boolean;
  /** In the same line the sign before it is drawn longer in its place, so that both are one stroke. */
  readonly isLine: boolean;
}

/** The smallest piece that lines are made of: one or more graphemes whose glyphs belong together. */
export interface TextItem {
  readonly text: string;
  /** Where it stands in the paragraph, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly glyphs: readonly ItemGlyph[];
  /** A picture that the platform draws, in a cell of one em. */
  readonly emoji: boolean;
  /** Along the line, in em, without gap and trims. */
  readonly advance: number;
  /** Of bidi embedding; odd runs from right to left. */
  readonly level: number;
  readonly script: string;
  readonly isSpace: boolean;
  /** A line may begin here. */
  readonly breakBefore: boolean;
  /** Which half of its cell is space and may fall away. */
  readonly half: HalfCell | undefined;
  /** It is one sign with the item before it. */
  readonly join: Join | undefined;
  /** The character gap comes between it and what follows. */
  readonly gapAfter: boolean;
}

/** Characters that the chosen font does not have. */
export interface MissingGlyphs {
  readonly characters: string;
  /** The family that they were drawn in instead; without one they show as boxes. */
  readonly family: string | undefined;
}
