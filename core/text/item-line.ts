import type { TextItem } from './item.ts';
import type { LineRuby } from './ruby.ts';

/** A text item in a line; lengths are in em. */
export interface LineSlot {
  readonly item: TextItem;
  /** Without the character spacing after the item. */
  readonly advance: number;
  /** Glyphs move by this distance toward the line's start, where leading space of their cell was trimmed. */
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
  /** In em, without trailing spaces and hanging punctuation. */
  readonly length: number;
  readonly rubies: readonly LineRuby[];
}
