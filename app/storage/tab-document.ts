import type { StoreApi, UseBoundStore } from 'zustand';
import { type Edit, HISTORY_LIMIT, type History, pushEdit, redo, startHistory, undo } from '#app/storage/history.ts';
import type { Size } from '#core/geometry/point.ts';
import { createPersisted } from './persisted.ts';
import { localKeys } from './storage-keys.ts';
import { getOwnProperty } from './stored.ts';
import { tabSlots } from './workspace.ts';

export interface TabDocumentState<Item> {
  /** Index of the open tab, counted from 0. */
  readonly active: number;
  readonly history: History<readonly Item[]>;
  /** Uncommitted text or shape of the open tab during a drag or input method composition; not stored. */
  readonly draft: Item | undefined;
  readonly source: string | undefined;
  /** True if the texts were written on the editor's own blank background. They stay there when an image opens elsewhere. */
  readonly isOnBlank: boolean;
  readonly lastEdit: Edit | undefined;
  /** The visitor's own texts or shapes, while the tabs show those of a recipe step. */
  readonly aside: readonly Item[] | undefined;
}

interface TabDocumentOptions<Item> {
  readonly key: 'texts' | 'shapes' | 'verticalPage' | 'horizontalPage';
  readonly list: string;
  readonly tabs: number;
  /** Parses a stored text or shape; for undefined, returns a new text or shape. */
  readonly restore: (stored: unknown, tab: number) => Item;
  /** Moves a text or shape into the image. Omitted for objects that are always inside the image. */
  readonly fit?: (item: Item, size: Size) => Item;
  /** Adapts a text or shape to another image size, with the same relative position and size. */
  readonly refit: (item: Item, from: Size, to: Size) => Item;
  readonly isFree: (item: Item) => boolean;
  /** Resets the settings of a text or shape. If omitted, Reset replaces the text or shape by a new one. */
  readonly reset?: (item: Item, tab: number) => Item;
  /** Returns a copy beside the original. If omitted, copies have the original's position. */
  readonly beside?: (item: Item, size: Size, tab: number) => Item;
  /** Settings that all tabs share. Stored elsewhere, but undo and redo include these settings. */
  readonly shared?: { readonly get: () => unknown; readonly set: (value: never) => void };
  /** Adds automatic settings after a change, such as a readable color. */
  readonly complete?: (next: Item, before: Item, tab: number) => Item;
}

/** Start of the IDs of blank backgrounds that editors show without an open image. */
export const BACKDROP = 'backdrop';

/** The texts or shapes of an editor, one per tab, with an undo history. Restored after a reload. */
export class TabDocument<Item> {
  readonly use: UseBoundStore<StoreApi<TabDocumentState<Item>>>;
  private size: Size | undefined;
  /** Undo histories of replaced images by file ID. Undo and redo restore an image together with its history. */
  private readonly left = new Map<string, History<readonly Item[]>>();
  /** Texts or shapes at the last edit, the image's size at that time, and the items adapted to the displayed image. */
  private editedItems:
    | { readonly items: readonly Item[]; readonly size: Size; readonly shown?: readonly Item[] }
    | undefined;

  /** Shared settings of each past and future state in the undo history. */
  private readonly sharedOf = new WeakMap<readonly Item[], unknown>();

  constructor(private readonly options: TabDocumentOptions<Item>) {
    const { key, list, tabs } = options;
    const initial: TabDocumentState<Item> = {
      active: 0,
      history: startHistory(this.restoreAll()),
      draft: undefined,
      source: undefined,
      isOnBlank: false,
      lastEdit: undefined,
      aside: undefined,
    };
    this.use = createPersisted<TabDocumentState<Item>>({
      key: localKeys[key].key,
      initial,
      perTab: { content: 'work', slots: tabSlots },
      save: ({ active, history, aside, isOnBlank }) => ({
        active,
        [list]: history.present,
        ...(aside && { aside }),
        ...(isOnBlank && { isOnBlank }),
      }),
      parse: (stored) => {
        const active = getOwnProperty(stored, 'active');
        const tab = Number.isInteger(active) ? Math.min(tabs - 1, Math.max(0, Number(active))) : 0;
        const aside = getOwnProperty(stored, 'aside');
        return {
          active: tab,
          history: startHistory(this.restoreAll(getOwnProperty(stored, list))),
          aside: Array.isArray(aside) ? this.restoreAll(aside) : undefined,
          isOnBlank: getOwnProperty(stored, 'isOnBlank') === true,
        };
      },
    }).use;
  }

  private restoreAll(stored?: unknown): readonly Item[] {
    const items: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return Array.from({ length: this.options.tabs }, (_, index) => this.options.restore(items[index], index));
  }

  openTab = (active: number): void => this.use.setState({ active, draft: undefined, lastEdit: undefined });

  showDraft = (draft: Item | undefined): void =>
    this.use.setState(({ active }) => ({ draft: draft && this.complete(draft, active) }));

  /** Changes the open tab's text or shape. Quick changes of one `control` share an undo step. */
  changeActive = (item: Item, control?: string): void => this.changeTab(this.use.getState().active, item, control);

  patchActive = (change: Partial<Item>, control?: string): void => {
    const { active, history } = this.use.getState();
    this.changeTab(active, { ...(history.present[active] as Item), ...change }, control);
  };

  changeTab = (tab: number, item: Item, control?: string): void =>
    this.commit(
      this.use.getState().history.present.with(tab, this.complete(item, tab)),
      control && `${tab}/${control}`,
    );

  complete(next: Item, tab: number): Item {
    const before = this.use.getState().history.present[tab];
    return before === undefined ? next : (this.options.complete?.(next, before, tab) ?? next);
  }

  /** Swaps the open tab with the next or previous tab. Later tabs are painted on top. */
  moveActive = (step: -1 | 1): void => {
    const { active, history } = this.use.getState();
    const [own, other] = [history.present[active], history.present[active + step]];
    if (own === undefined || other === undefined) return;
    this.commit(history.present.with(active, other).with(active + step, own));
    this.openTab(active + step);
  };

  isFree = (item: Item): boolean => this.options.isFree(item);

  freeTab = (items: readonly Item[]): number => items.findIndex(this.options.isFree);

  duplicateActive = (): void => {
    const { active, history } = this.use.getState();
    const free = this.freeTab(history.present);
    const own = history.present[active];
    if (free < 0 || own === undefined || this.options.isFree(own)) return;
    const copy = this.size && this.options.beside ? this.options.beside(own, this.size, active) : own;
    this.commit(history.present.with(free, copy));
    this.openTab(free);
  };

  removeActive = (): void => {
    const { active, history } = this.use.getState();
    this.commit(history.present.with(active, this.options.restore(undefined, active)));
  };

  resetActive = (): void => {
    const { active, history } = this.use.getState();
    const { reset = () => this.options.restore(undefined, active) } = this.options;
    this.changeActive(reset(history.present[active] as Item, active));
  };

  /** @param shared new shared settings; by default, the settings don't change */
  changeAll = (items: readonly Item[], shared?: unknown): void => this.commit(items, undefined, shared);

  changeShared = (shared: unknown, control?: string): void =>
    this.commit(this.use.getState().history.present, control && `shared/${control}`, shared);

  fresh = (): readonly Item[] => this.restoreAll();

  /** Shows a recipe step's texts or shapes with a separate undo history. `endEditing` shows the visitor's own again. */
  beginEditing = (items: readonly Item[]): void => {
    const { history, aside = history.present } = this.use.getState();
    // If the step contains the visitor's own items, the tabs are empty after editing, because the step draws the items.
    const ownItems = sameSettings(items, history.present) ? this.fresh() : aside;
    this.use.setState({
      history: startHistory(items),
      aside: ownItems,
      active: 0,
      draft: undefined,
      lastEdit: undefined,
    });
  };

  endEditing = (): void => {
    if (this.use.getState().aside) this.startOver();
  };

  get isEmpty(): boolean {
    return this.use.getState().history.present.every(this.options.isFree);
  }

  /** Shows the visitor's own texts or shapes after those of a step, or empty tabs after their own became a step. */
  startOver = (): void => {
    const { aside = this.fresh() } = this.use.getState();
    this.use.setState({ history: startHistory(aside), aside: undefined, draft: undefined, lastEdit: undefined });
  };

  /** Puts the texts on the open image instead of the blank background. */
  placeOnImage = (): void => this.use.setState({ isOnBlank: false });

  undo = (): void => this.goTo(undo);
  redo = (): void => this.goTo(redo);

  /** Starts a new undo history for another image. In a batch, texts or shapes keep their relative position. */
  fitToPicture = (source: string, size: Size, isNext = false): void => {
    const { history, source: before } = this.use.getState();
    const from = this.size;
    this.size = size;
    if (source === before) return;
    const returned = this.left.get(source);
    if (before !== undefined && !isNext) this.leave(before, returned ? history : { ...history, future: [] });
    if (returned) {
      this.left.delete(source);
      this.editedItems = undefined;
      this.use.setState({ source, history: returned, draft: undefined, lastEdit: undefined });
      return;
    }
    const { present } = history;
    const items = isNext && from ? this.itemsOn(size, from, present) : present.map((item) => this.inside(item, size));
    if (!isNext) this.editedItems = undefined;
    this.use.setState({
      source,
      // Starts an empty history: undo first restores the previous image, and only then undoes edits on that image.
      ...((this.options.fit || before !== undefined) && {
        history: startHistory(items),
        draft: undefined,
        lastEdit: undefined,
      }),
    });
  };

  private leave(source: string, history: History<readonly Item[]>): void {
    this.left.set(source, history);
    const [oldest] = this.left.keys();
    if (oldest !== undefined && this.left.size > HISTORY_LIMIT) this.left.delete(oldest);
  }

  private inside(item: Item, size: Size): Item {
    return this.options.fit?.(item, size) ?? item;
  }

  /** Adapts texts or shapes to `size`, always from the last edit: repeated adaptation would add up rounding errors. */
  private itemsOn(size: Size, from: Size, shown: readonly Item[]): readonly Item[] {
    const set = this.editedItems?.shown === shown ? this.editedItems : { items: shown, size: from };
    const items = sameSize(set.size, size)
      ? [...set.items]
      : set.items.map((item) => this.options.refit(item, set.size, size));
    this.editedItems = { ...set, shown: items };
    return items;
  }

  /** True if the last edit was made on another image of the same batch. */
  get isCarried(): boolean {
    return this.editedItems !== undefined && this.editedItems.shown === this.use.getState().history.present;
  }

  /** Changes automatic settings, such as readable colors, without an undo step. */
  retouch = (change: (item: Item, tab: number) => Item): void => {
    const { history } = this.use.getState();
    const present = history.present.map(change);
    if (present.some((item, tab) => item !== history.present[tab]))
      this.use.setState({ history: { ...history, present } });
  };

  private commit(items: readonly Item[], control?: string, shared?: unknown): void {
    const { history, lastEdit } = this.use.getState();
    const sharesOther = shared !== undefined && !sameSettings(shared, this.options.shared?.get());
    if (sameSettings(items, history.present) && !sharesOther) {
      this.showDraft(undefined);
      return;
    }
    this.sharedOf.set(history.present, this.options.shared?.get());
    // Creates a new array for the new state, because `sharedOf` finds a state's shared settings by its array.
    const state = items === history.present ? [...items] : items;
    const isOnBlank = this.use.getState().source?.startsWith(BACKDROP) ?? false;
    const { history: next, edit } = pushEdit(history, state, lastEdit, control, Date.now());
    if (sharesOther) this.options.shared?.set(shared as never);
    this.use.setState({ history: next, draft: undefined, lastEdit: edit, isOnBlank });
  }

  private goTo(step: typeof undo): void {
    const { history, active } = this.use.getState();
    const next = step(history);
    if (next === history) return;
    this.sharedOf.set(history.present, this.options.shared?.get());
    const shared = this.sharedOf.get(next.present);
    if (shared !== undefined) this.options.shared?.set(shared as never);
    // Opens the tab of the text or shape that undo or redo changes.
    const changed = next.present.findIndex((item, index) => !sameSettings(item, history.present[index]));
    const here = !sameSettings(next.present[active], history.present[active]);
    this.use.setState({
      history: next,
      draft: undefined,
      lastEdit: undefined,
      active: here || changed < 0 ? active : changed,
    });
  }
}

const sameSize = (one: Size, other: Size): boolean => one.width === other.width && one.height === other.height;

const sameSettings = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
