import type { TextItem } from './item.ts';
import type { LineRuby } from './ruby.ts';

/** A text item in a line; lengths are in em. */
export interface LineSlot {
  readonly item: TextItem;
  /** Width of the text item, without the character spacing after the item. */
  readonly advance: number;
  /** Distance by which glyphs move toward the line's start because the leading space of their cell was trimmed. */
  readonly lead: number;
  readonly gap: number;
  /** True if the stretched glyph of the preceding dash also draws this dash. */
  readonly isDrawnBefore: boolean;
}

export interface PlacedSlot {
  readonly slot: LineSlot;
  readonly at: number;
}

export interface ItemLine {
  readonly slots: readonly LineSlot[];
  /** Length of the line in em, without trailing spaces and hanging punctuation. */
  readonly length: number;
  readonly rubies: readonly LineRuby[];
}
