import { useMemo } from 'react';
import type { StoreApi, UseBoundStore } from 'zustand';
import type { TextNotation } from '#core/text/settings.ts';

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

/** Returns the text or shape that is being drawn, else the text or shape of the open tab. */
export const shownItem = <Item>({ draft, items, active }: DrawnState<Item>): Item =>
  draft?.item ?? (items[active] as Item);

/** Returns all texts or shapes as the stage shows them. */
export function useShownItems<Item>(use: UseBoundStore<StoreApi<DrawnState<Item>>>): readonly Item[] {
  const draft = use((state) => state.draft);
  const items = use((state) => state.items);
  return useMemo(() => (draft ? items.with(draft.tab, draft.item) : items), [draft, items]);
}
