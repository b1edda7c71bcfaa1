import type { TextItem } from './item.ts';
import type { LineRuby } from './ruby.ts';

/** An item in a line; lengths are in em. */
export interface LineSlot {
  readonly item: TextItem;
  /** Width without the gap after the item. */
  readonly advance: number;
  /** Distance by which the glyphs move back because the cell's leading space was trimmed. */
  readonly lead: number;
  readonly gap: number;
  /** True if the preceding sign's stroke covers this item. */
  readonly isDrawnBefore: boolean;
}

export interface PlacedSlot {
  readonly slot: LineSlot;
  readonly at: number;
}

export interface ItemLine {
  readonly slots: readonly LineSlot[];
  /** Length in em, without trailing spaces and hanging punctuation. */
  readonly length: number;
  readonly rubies: readonly LineRuby[];
}
