import { useMemo } from 'react';
import type { StoreApi, UseBoundStore } from 'zustand';
import type { PlacedBox } from '#app/ui/editing/snapping.ts';
import type { Box } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import type { TextNotation } from '#core/text/settings.ts';
import type { DrawnOperation } from '../desk/document.ts';

/** A text or shape, and the tab that it is in. */
export interface InTab<Item> {
  readonly tab: number;
  readonly item: Item;
}

export interface DrawnState<Item> {
  /** Index of the open tab, counted from 0. */
  readonly active: number;
  /** The texts or shapes as the displayed image shows them. */
  readonly items: readonly Item[];
  readonly notation: TextNotation;
  /** Uncommitted text or shape during a drag or input method composition; not stored. */
  readonly draft: InTab<Item> | undefined;
  /** True if the texts were written on the editor's own blank background. They stay there when an image opens elsewhere. */
  readonly isOnBlank: boolean;
}

export interface DrawnItemsOptions<Item> {
  readonly tool: string;
  readonly operation: DrawnOperation;
  readonly tabs: number;
  /** Parses a stored text or shape; for undefined, returns a new text or shape. */
  readonly restore: (stored: unknown, tab: number) => Item;
  /** Moves a text or shape into the image. Omitted for objects that are always inside the image. */
  readonly fit?: (item: Item, size: Size) => Item;
  /** Adapts a text or shape to another image size, with the same relative position and size. */
  readonly refit: (item: Item, from: Size, to: Size) => Item;
  readonly isFree: (item: Item) => boolean;
  /** IDs of an item's files. */
  readonly filesOf?: (item: Item) => readonly string[];
  /** Resets the settings of a text or shape. If omitted, Reset replaces the text or shape by a new one. */
  readonly reset?: (item: Item, tab: number) => Item;
  /** Place of a text or shape in the image. If omitted, copies have the original's position, and nothing is aligned. */
  readonly placing?: {
    readonly placeOf: (item: Item, size: Size, tab: number) => PlacedBox | undefined;
    readonly place: (item: Item, box: Box, size: Size) => Item;
  };
  /** Adds automatic settings after a change, such as a readable color. */
  readonly complete?: (next: Item, before: Item, tab: number) => Item;
}

/** Returns the text or shape that is being drawn, else the text or shape of the open tab. */
export const shownItem = <Item>({ draft, items, active }: DrawnState<Item>): Item =>
  draft?.item ?? (items[active] as Item);

/** Returns all texts or shapes as the stage shows them. */
export function useShownItems<Item>(use: UseBoundStore<StoreApi<DrawnState<Item>>>): readonly Item[] {
  const draft = use((state) => state.draft);
  const items = use((state) => state.items);
  return useMemo(() => (draft ? items.with(draft.tab, draft.item) : items), [draft, items]);
}
