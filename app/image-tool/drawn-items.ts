import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { type AlignSide, alignedBox } from '#app/ui/editing/align.ts';
import { boxOfCopy } from '#app/ui/editing/box-editing.ts';
import type { PlacedBox } from '#app/ui/editing/snapping.ts';
import type { Box } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import type { TextNotation } from '#core/text/settings.ts';
import { desk } from '../desk/desk.ts';
import {
  changeDrawn,
  type DeskValue,
  type Drawn,
  type DrawnOperation,
  drawnOf,
  editDrawn,
  keepDrawn,
  type ObjectChange,
} from '../desk/document.ts';
import { isBackdrop } from '../desk/shown-image.ts';
import type { Change, DocumentState } from '../document/document.ts';
import { parseOnce } from '../document/parse-once.ts';
import { settingsOf } from '../storage/settings-store.ts';
import { getOwnProperty } from '../storage/stored.ts';
import type { DrawnItemsOptions, DrawnState, InTab } from './drawn-state.ts';
import { DEFAULT_NOTATION, notationParams, parseNotation } from './text-notation.ts';

interface Content<Item> {
  readonly items: readonly Item[];
  readonly notation: TextNotation;
}

type ContentChange<Item> = (content: Content<Item>) => Partial<Content<Item>>;

/** The texts or shapes of an editor, one per tab: a view of the desk's document, and the changes that the editor makes. */
export class DrawnItems<Item extends object> {
  readonly operation: DrawnOperation;
  readonly use: UseBoundStore<StoreApi<DrawnState<Item>>>;
  private readonly parse = parseOnce<readonly Item[]>((stored) => this.restoreAll(stored));
  private readonly none: readonly Item[];
  /** The items as adapted last. The same input gives the same array, so that views render only after changes. */
  private adapted: { readonly of: Drawn; readonly size: Size; readonly items: readonly Item[] } | undefined;

  constructor(private readonly options: DrawnItemsOptions<Item>) {
    this.operation = options.operation;
    this.none = this.restoreAll();
    const open = getOwnProperty(settingsOf(options.tool).use.getState().parts.tabs, 'active');
    const active = Number.isInteger(open) ? Math.min(options.tabs - 1, Math.max(0, Number(open))) : 0;
    this.use = create<DrawnState<Item>>(() => ({ active, draft: undefined, ...this.view(desk.document.present()) }));
    desk.document.use.subscribe((now, before) => this.show(now, before));
    desk.use.subscribe(({ image }, before) => image !== before.image && this.show());
  }

  private restoreAll(stored?: object): readonly Item[] {
    const items: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return Array.from({ length: this.options.tabs }, (_, index) => this.options.restore(items[index], index));
  }

  private view(value: DeskValue) {
    const drawn = drawnOf(value, this.operation);
    return { ...this.contentOf(drawn, sizeNow()), isOnBlank: drawn?.isOnBlank === true };
  }

  private show(now?: DocumentState<DeskValue>, before?: DocumentState<DeskValue>): void {
    const state = this.use.getState();
    const next = this.view(desk.document.present());
    const isSame = next.items === state.items;
    if (isSame && next.notation === state.notation && next.isOnBlank === state.isOnBlank) return;
    // Undo and redo open the tab of the text or shape that they change.
    const active = isSame || !hasTraveled(now, before) ? state.active : this.changedTab(state, next.items);
    this.use.setState({ ...next, active, ...(!isSame && { draft: undefined }) });
  }

  private changedTab({ active, items }: DrawnState<Item>, next: readonly Item[]): number {
    const changed = next.findIndex((item, index) => !isEqual(item, items[index]));
    return changed < 0 || !isEqual(next[active], items[active]) ? active : changed;
  }

  private contentOf(drawn: Drawn | undefined, size: Size | undefined): Content<Item> {
    return {
      items: this.itemsOn(drawn, size),
      notation: drawn?.notation ? (readNotation(drawn.notation) ?? DEFAULT_NOTATION) : DEFAULT_NOTATION,
    };
  }

  /** Adapts texts or shapes to an image, always from the last edit: repeated adaptation would add up rounding errors. */
  private itemsOn(drawn: Drawn | undefined, size: Size | undefined): readonly Item[] {
    const items = drawn && this.parse(drawn.items);
    if (!drawn || !items) return this.none;
    const from = drawn.size;
    if (!size || (from && isSameSize(from, size))) return items;
    if (this.adapted?.of === drawn && isSameSize(this.adapted.size, size)) return this.adapted.items;
    const { fit: inside, refit } = this.options;
    const onImage = (item: Item) =>
      drawn.isCarried && from ? refit(item, from, size) : (inside?.(item, size) ?? item);
    this.adapted = { of: drawn, size, items: items.map(onImage) };
    return this.adapted.items;
  }

  openTab = (active: number): void => {
    settingsOf(this.options.tool).update(({ parts }) => ({ parts: { ...parts, tabs: { active } } }));
    this.use.setState({ active, draft: undefined });
  };

  showDraft = (item: Item | undefined, tab = this.use.getState().active): void =>
    this.use.setState(({ items }) => ({ draft: item && { tab, item: this.complete(item, items[tab], tab) } }));

  /** Puts a text or shape into a tab, and opens the tab. */
  put = ({ tab, item }: InTab<Item>): void => {
    this.changeTab(tab, item);
    if (tab !== this.use.getState().active) this.openTab(tab);
  };

  /** Changes the open tab's text or shape. Quick changes of one `control` share an undo step. */
  changeActive = (item: Item, control?: string): void => this.changeTab(this.use.getState().active, item, control);

  patchActive = (change: Partial<Item>, control?: string): void => {
    const { active, items } = this.use.getState();
    this.changeTab(active, { ...(items[active] as Item), ...change }, control);
  };

  changeTab = (tab: number, item: Item, control?: string): void =>
    this.commit(({ items }) => ({ items: items.with(tab, this.complete(item, items[tab], tab)) }), {
      joins: control && `${tab}/${control}`,
    });

  /** Adds automatic settings to a text or shape, such as a readable color. */
  private complete(next: Item, before: Item | undefined, tab: number): Item {
    return before === undefined ? next : (this.options.complete?.(next, before, tab) ?? next);
  }

  /** Returns the nearest taken tab before or after the open tab; −1 without one. Later tabs are painted on top. */
  neighbor = ({ items, active }: DrawnState<Item>, step: -1 | 1): number => {
    const isTaken = (item: Item, tab: number) => (tab - active) * step > 0 && !this.isFree(item);
    return step > 0 ? items.findIndex(isTaken) : items.findLastIndex(isTaken);
  };

  /** Swaps the open text or shape with the next one above (1) or below (−1). */
  moveActive = (step: -1 | 1): void => {
    const { active } = this.use.getState();
    const to = this.neighbor(this.use.getState(), step);
    if (to < 0) return;
    this.commit(({ items }) => ({ items: items.with(active, items[to] as Item).with(to, items[active] as Item) }), {
      label: step > 0 ? 'bringForward' : 'sendBackward',
    });
    this.openTab(to);
  };

  /** Moves the open text or shape to an edge or to the middle of the image. */
  alignActive = (side: AlignSide): void => {
    const { active, items } = this.use.getState();
    const aligned = this.placed(items[active] as Item, active, (placed, size) => alignedBox(placed, side, size));
    this.commit(({ items }) => ({ items: items.with(active, aligned) }), { label: 'align' });
  };

  private placed(item: Item, tab: number, boxFor: (from: PlacedBox, size: Size) => Box): Item {
    const size = sizeNow();
    const from = size && this.options.placing?.placeOf(item, size, tab);
    return size && from && this.options.placing ? this.options.placing.place(item, boxFor(from, size), size) : item;
  }

  isFree = (item: Item): boolean => this.options.isFree(item);

  /** Returns the tab for a new text or shape: the open tab or, if it is taken, the first free tab; −1 if all are taken. */
  freeTab = ({ items, active }: Pick<DrawnState<Item>, 'items' | 'active'>): number =>
    items[active] && this.isFree(items[active]) ? active : items.findIndex(this.isFree);

  duplicateActive = (): void => {
    const { active, items } = this.use.getState();
    const free = this.freeTab({ items, active });
    const own = items[active];
    if (free < 0 || own === undefined || this.options.isFree(own)) return;
    const copy = this.placed(own, active, ({ box }, size) => boxOfCopy(box, size));
    this.commit(({ items }) => ({ items: items.with(free, copy) }), { label: 'duplicate' });
    this.openTab(free);
  };

  removeActive = (): void => {
    const { active } = this.use.getState();
    this.commit(({ items }) => ({ items: items.with(active, this.options.restore(undefined, active)) }), {
      label: 'removeObject',
    });
  };

  resetActive = (): void => {
    const { active, items } = this.use.getState();
    const { reset = () => this.options.restore(undefined, active) } = this.options;
    this.changeActive(reset(items[active] as Item, active));
  };

  changeAll = (items: readonly Item[], notation?: TextNotation): void =>
    this.commit(() => ({ items, ...(notation && { notation }) }));

  changeNotation = (notation: TextNotation, control: string): void =>
    this.commit(() => ({ notation }), { joins: `notation/${control}` });

  fresh = (): readonly Item[] => this.restoreAll();

  get isEmpty(): boolean {
    return this.use.getState().items.every(this.options.isFree);
  }

  /** Opens the texts or shapes of the step that is being edited. */
  edit = (step: Parameters<typeof editDrawn>[0], items: readonly Item[], notation: TextNotation): void => {
    desk.document.amend(editDrawn(step, this.drawnFrom({ items, notation })));
    this.use.setState({ active: 0 });
  };

  /** Makes steps of the texts or shapes. This is no undo step of its own: Undo takes back the last change of a text. */
  keep = async (steps: Parameters<typeof keepDrawn>[1]): Promise<void> => {
    await desk.changeImage(undefined, keepDrawn(this.operation, steps));
  };

  /** Puts the texts on the open image instead of the blank background. */
  placeOnImage = (): void =>
    desk.document.change(
      this.operation,
      changeDrawn(this.operation, (drawn) => {
        if (!drawn?.isOnBlank) return drawn;
        const { isOnBlank: _, ...rest } = drawn;
        return rest;
      }),
    );

  /** Changes automatic settings, such as readable colors, without an undo step. Texts from another image keep theirs. */
  retouch = (change: (item: Item, tab: number) => Item): void => {
    const size = sizeNow();
    desk.document.amend(
      changeDrawn(this.operation, (drawn) => {
        if (!drawn || drawn.isCarried) return drawn;
        const items = this.itemsOn(drawn, size);
        const next = items.map(change);
        return next.some((item, tab) => item !== items[tab]) ? { ...drawn, ...this.drawnFrom({ items: next }) } : drawn;
      }),
    );
  };

  private drawnFrom({ items, notation }: Partial<Content<Item>> & Pick<Content<Item>, 'items'>): Drawn {
    this.parse.accept(items);
    const size = sizeNow();
    const params = notation && notationParams(notation);
    const files = this.options.filesOf && [...new Set(items.flatMap(this.options.filesOf))];
    return {
      items,
      ...(files && { files }),
      ...(params && Object.keys(params).length > 0 && { notation: params }),
      ...(size && { size }),
    };
  }

  /** Changes a tab's text or shape after `verify` accepts the change, unless a newer attempt changes the same tab. */
  attemptTab = (tab: number, change: (item: Item) => Item, verify: () => Promise<unknown>): Promise<boolean> =>
    desk.document.attempt(
      this.operation,
      this.changing(({ items }) => ({ items: items.with(tab, change(items[tab] as Item)) })),
      verify,
      `${this.operation}/${tab}`,
    );

  private commit(
    change: ContentChange<Item>,
    { label = this.operation, joins }: { label?: DrawnOperation | ObjectChange; joins?: string | undefined } = {},
  ): void {
    desk.document.change(label, this.changing(change), joins && `${this.operation}/${joins}`);
    this.use.setState({ draft: undefined });
  }

  private changing(change: ContentChange<Item>): Change<DeskValue> {
    const size = sizeNow();
    const isOnBlank = isBackdrop(desk.source());
    return changeDrawn(this.operation, (drawn) => {
      const before = this.contentOf(drawn, size);
      const after = { ...before, ...change(before) };
      if (isEqual(after, before)) return drawn;
      return { ...this.drawnFrom(after), ...(isOnBlank && { isOnBlank }) };
    });
  }
}

const readNotation = parseOnce((stored) => parseNotation(stored));

function sizeNow(): Size | undefined {
  const info = desk.use.getState().image?.info;
  return info && { width: info.width, height: info.height };
}

function hasTraveled(now: DocumentState<DeskValue> | undefined, before: DocumentState<DeskValue> | undefined): boolean {
  const present = now?.history.present;
  return (
    before !== undefined &&
    (before.history.past.at(-1)?.value === present || before.history.future[0]?.value === present)
  );
}

const isSameSize = (one: Size, other: Size): boolean => one.width === other.width && one.height === other.height;

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
