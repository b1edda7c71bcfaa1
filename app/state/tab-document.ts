import type { StoreApi, UseBoundStore } from 'zustand';
import { type Edit, type History, pushEdit, redo, startHistory, undo } from '#core/editing/history.ts';
import type { Size } from '#core/geometry/point.ts';
import { createPersisted } from './persisted.ts';
import { localKeys } from './storage-keys.ts';
import { own } from './stored.ts';

/** Things over one picture, each on a tab of its own, with one history for all. */
export interface TabDocumentState<Item> {
  /** The tab that is open, from 0. */
  readonly active: number;
  readonly history: History<readonly Item[]>;
  /** The open tab while it is dragged or composed: shown, but not yet kept. */
  readonly draft: Item | undefined;
  /** The picture that the history belongs to. */
  readonly source: string | undefined;
  readonly lastEdit: Edit | undefined;
}

interface TabDocumentOptions<Item> {
  readonly key: 'texts' | 'shapes' | 'verticalPoem' | 'horizontalPoem';
  /** What the list is called there. */
  readonly list: string;
  readonly tabs: number;
  /** A tab as an earlier visit stored it; of nothing, a tab as it is at first. */
  readonly restore: (stored: unknown, tab: number) => Item;
  /** A tab with everything inside a picture's edges. */
  readonly fit: (item: Item, size: Size) => Item;
  /** Nothing has been put on it yet. */
  readonly isFree: (item: Item) => boolean;
  /** A tab with its settings as they are at first; a new tab by default. */
  readonly reset?: (item: Item, tab: number) => Item;
  /** What a change of a tab brings with it: its first look, or a colour that follows the picture. */
  readonly complete?: (next: Item, before: Item, tab: number) => Item;
}

/** The tabs of an editor: changed, moved, undone, and found again after a reload. */
export class TabDocument<Item> {
  readonly use: UseBoundStore<StoreApi<TabDocumentState<Item>>>;

  constructor(private readonly options: TabDocumentOptions<Item>) {
    const { key, list, tabs } = options;
    const initial: TabDocumentState<Item> = {
      active: 0,
      history: startHistory(this.restoreAll()),
      draft: undefined,
      source: undefined,
      lastEdit: undefined,
    };
    this.use = createPersisted<TabDocumentState<Item>>({
      key: localKeys[key].key,
      initial,
      isWork: true,
      save: ({ active, history }) => ({ active, [list]: history.present }),
      parse: (stored) => {
        const active = own(stored, 'active');
        const tab = Number.isInteger(active) ? Math.min(tabs - 1, Math.max(0, Number(active))) : 0;
        return { active: tab, history: startHistory(this.restoreAll(own(stored, list))) };
      },
    }).use;
  }

  private restoreAll(stored?: unknown): readonly Item[] {
    const items: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return Array.from({ length: this.options.tabs }, (_, index) => this.options.restore(items[index], index));
  }

  openTab = (active: number): void => this.use.setState({ active, draft: undefined, lastEdit: undefined });

  /** Shows the open tab otherwise for as long as something is under way. */
  showDraft = (draft: Item | undefined): void =>
    this.use.setState(({ active }) => ({ draft: draft && this.complete(draft, active) }));

  /**
   * Gives the open tab other settings.
   * @param control names what was turned; further changes of it soon after join the step back
   */
  changeActive = (item: Item, control?: string): void => this.changeTab(this.use.getState().active, item, control);

  /** The same, by what changes. */
  patchActive = (change: Partial<Item>, control?: string): void => {
    const { active, history } = this.use.getState();
    this.changeTab(active, { ...(history.present[active] as Item), ...change }, control);
  };

  changeTab = (tab: number, item: Item, control?: string): void =>
    this.commit(
      this.use.getState().history.present.with(tab, this.complete(item, tab)),
      control && `${tab}/${control}`,
    );

  /** A tab's next settings with what they bring with them. */
  complete(next: Item, tab: number): Item {
    const before = this.use.getState().history.present[tab];
    return before === undefined ? next : (this.options.complete?.(next, before, tab) ?? next);
  }

  /** Changes places with a neighbour: what stands later lies above. */
  moveActive = (step: -1 | 1): void => {
    const { active, history } = this.use.getState();
    const [own, other] = [history.present[active], history.present[active + step]];
    if (own === undefined || other === undefined) return;
    this.commit(history.present.with(active, other).with(active + step, own));
    this.openTab(active + step);
  };

  isFree = (item: Item): boolean => this.options.isFree(item);

  /** A tab on which nothing has been put yet; −1 where there is none. */
  freeTab = (items: readonly Item[]): number => items.findIndex(this.options.isFree);

  /** A copy of the open tab in the first free one, which is then open. */
  duplicateActive = (): void => {
    const { active, history } = this.use.getState();
    const free = this.freeTab(history.present);
    const own = history.present[active];
    if (free < 0 || own === undefined || this.options.isFree(own)) return;
    this.commit(history.present.with(free, own));
    this.openTab(free);
  };

  resetActive = (): void => {
    const { active, history } = this.use.getState();
    const { reset = () => this.options.restore(undefined, active) } = this.options;
    this.changeActive(reset(history.present[active] as Item, active));
  };

  /** Changes several tabs in one step back. */
  changeAll = (items: readonly Item[]): void => this.commit(items);

  undo = (): void => this.goTo(undo);
  redo = (): void => this.goTo(redo);

  /** Another picture starts another history, with everything inside its edges. */
  fitToPicture = (source: string, size: Size): void => {
    const { history, source: before } = this.use.getState();
    if (source === before) return;
    this.use.setState({
      source,
      history: startHistory(history.present.map((item) => this.options.fit(item, size))),
      draft: undefined,
      lastEdit: undefined,
    });
  };

  /** Changes what nobody has chosen, without a step back. */
  retouch = (change: (item: Item, tab: number) => Item): void => {
    const { history } = this.use.getState();
    const present = history.present.map(change);
    if (present.some((item, tab) => item !== history.present[tab]))
      this.use.setState({ history: { ...history, present } });
  };

  private commit(items: readonly Item[], control?: string): void {
    const { history, lastEdit } = this.use.getState();
    if (sameSettings(items, history.present)) {
      this.showDraft(undefined);
      return;
    }
    const { history: next, edit } = pushEdit(history, items, lastEdit, control, Date.now());
    this.use.setState({ history: next, draft: undefined, lastEdit: edit });
  }

  private goTo(step: typeof undo): void {
    const { history, active } = this.use.getState();
    const next = step(history);
    // The tab on which something changes is the one to look at.
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

const sameSettings = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
