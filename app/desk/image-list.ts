import { ROWS_LIMITS } from '#core/base/outside-limits.ts';
import type { Size } from '#core/geometry/point.ts';
import type { Cell } from '#core/recipes/rows/columns.ts';
import { parseOnce } from '../document/parse-once.ts';
import { MAX_FILES } from '../intake/file-limit.ts';
import type { Parse } from '../storage/storage.ts';
import {
  getOwnProperty,
  storedList,
  storedNumber,
  storedReference,
  storedSide,
  storedText,
} from '../storage/stored.ts';

export interface ListedRow {
  readonly table: string;
  /** Number of the row in the table, counted from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
  /** IDs of the files that cells name. */
  readonly files: Readonly<Record<string, string>>;
}

/** An image of a batch or a row of a table. */
export interface ListedImage {
  readonly id: string;
  readonly name: string;
  /** Path of the file's folder relative to the dropped folder. The result gets the same relative path. */
  readonly folder: string;
  /** The image's file; undefined if a table row applies to the open image. */
  readonly image?: { readonly id: string; readonly name: string };
  readonly row?: ListedRow;
  /** True for a file that isn't an image. */
  readonly isRefused?: true;
}

/** The images of a batch, to all of which the same steps apply. */
export interface ImageList {
  readonly items: readonly ListedImage[];
  /** The displayed item. Its image opens if another image is open; if undefined, the first image that can be opened. */
  readonly shown?: string;
  /** Original size of the image for which the present steps were made; undefined while the steps are of another image. */
  readonly madeOn?: Size;
  /** The tool whose columns a table sets; undefined for images without rows, which all tools of the document show. */
  readonly route?: string;
}

export type MaybeList = ImageList | undefined;

/** Changes of a list, for Undo and Redo. */
export const LIST_CHANGES = [
  'openImages',
  'openTable',
  'addImages',
  'showImage',
  'moveImage',
  'removeImage',
  'closeImages',
] as const;
export type ListChange = (typeof LIST_CHANGES)[number];

export const addItems =
  (added: readonly ListedImage[]) =>
  (list: MaybeList): MaybeList =>
    added.length === 0 ? list : { ...list, items: [...(list?.items ?? []), ...added].slice(0, MAX_FILES) };

/** Removes an item. If it is displayed, the item after it or before it is displayed next. */
export const removeItem =
  (id: string) =>
  (list: MaybeList): MaybeList => {
    const at = list?.items.findIndex((item) => item.id === id) ?? -1;
    if (!list || at < 0) return list;
    const items = list.items.toSpliced(at, 1);
    const next = items[Math.min(at, items.length - 1)];
    if (!next) return undefined;
    return { ...list, items, ...(list.shown === id && { shown: next.id }) };
  };

export const moveItem =
  (id: string, by: number) =>
  (list: MaybeList): MaybeList => {
    const at = list?.items.findIndex((item) => item.id === id) ?? -1;
    const item = list?.items[at];
    if (!list || !item || !list.items[at + by]) return list;
    return { ...list, items: list.items.toSpliced(at, 1).toSpliced(at + by, 0, item) };
  };

/** Displays an item. `madeOn` is its image's size, if it has an image of its own. */
export const showItem =
  (id: string, madeOn?: Size) =>
  (list: MaybeList): MaybeList => {
    if (!list?.items.some((item) => item.id === id) || (list.shown === id && !madeOn)) return list;
    return { ...list, shown: id, ...(madeOn && { madeOn: { width: madeOn.width, height: madeOn.height } }) };
  };

/** The list after an image from elsewhere has opened. Only table rows without an image of their own apply to it. */
export function listBeside(list: MaybeList): MaybeList {
  const row = list?.items.find(({ image }) => !image);
  return list && row && { ...list, shown: row.id };
}

/** Returns the item to display next if the document's `image` isn't the displayed item's; undefined otherwise. */
export function itemToOpen(
  list: MaybeList,
  image: string | undefined,
  canOpen: (id: string) => boolean,
): ListedImage | undefined {
  const at = list?.items.findIndex(({ id }) => id === list.shown) ?? -1;
  const shown = list?.items[at];
  if (!list || (shown && (!shown.image || shown.image.id === image))) return undefined;
  const inTurn = [...list.items.slice(Math.max(0, at)), ...list.items.slice(0, Math.max(0, at))];
  return inTurn.find((item) => item.image && canOpen(item.id));
}

const idsOf = ({ image, row }: ListedImage): readonly string[] => [
  ...(image ? [image.id] : []),
  ...Object.values(row?.files ?? {}),
];

const filesOnce = parseOnce((items) => (items as readonly ListedImage[]).flatMap(idsOf));

/** Returns a list's files. The same items return the same array, which keeps a long history of a long list small. */
export const listFiles = (list: MaybeList): readonly string[] => (list && filesOnce(list.items)) ?? [];

/** Checks only that a stored table cell is a column name with a value. The recipe checks the value before use. */
const parseCell: Parse<Cell> = (stored) => {
  const column = Array.isArray(stored) ? storedText(stored[0]) : undefined;
  return column === undefined ? undefined : [column, (stored as unknown[])[1]];
};

const parseRow: Parse<ListedRow> = (stored) => {
  const [table, number] = [
    storedText(getOwnProperty(stored, 'table')),
    storedNumber(1, MAX_FILES)(getOwnProperty(stored, 'number')),
  ];
  const cells = storedList(parseCell, ROWS_LIMITS.columns)(getOwnProperty(stored, 'cells'));
  const named = getOwnProperty(stored, 'files');
  if (table === undefined || number === undefined || !cells || typeof named !== 'object' || named === null)
    return undefined;
  const files = Object.entries(named)
    .slice(0, ROWS_LIMITS.columns)
    .filter((each): each is [string, string] => storedText(each[1]) !== undefined);
  return { table, number, cells, files: Object.fromEntries(files) };
};

const parseItem = parseOnce((stored): ListedImage | undefined => {
  const [id, name, folder] = ['id', 'name', 'folder'].map((each) => storedText(getOwnProperty(stored, each)));
  const [image, row] = [storedReference(getOwnProperty(stored, 'image')), parseRow(getOwnProperty(stored, 'row'))];
  if (id === undefined || name === undefined || folder === undefined || !(image || row)) return undefined;
  const isRefused = getOwnProperty(stored, 'isRefused') === true;
  return { id, name, folder, ...(image && { image }), ...(row && { row }), ...(isRefused && { isRefused }) };
});

const parseItems = parseOnce((stored): readonly ListedImage[] | undefined => {
  const items = storedList(parseItem, MAX_FILES)(stored);
  // Drops items with a duplicate ID, because changes find their item by ID.
  return items && items.length > 0 ? [...new Map(items.map((item) => [item.id, item])).values()] : undefined;
});

export const parseList: Parse<ImageList> = (stored) => {
  const items = parseItems(getOwnProperty(stored, 'items'));
  if (!items) return undefined;
  const shown = items.find(({ id }) => id === getOwnProperty(stored, 'shown'))?.id;
  const madeOn = getOwnProperty(stored, 'madeOn');
  const [width, height] = [storedSide(getOwnProperty(madeOn, 'width')), storedSide(getOwnProperty(madeOn, 'height'))];
  const route = storedText(getOwnProperty(stored, 'route'));
  return {
    items,
    ...(shown !== undefined && { shown }),
    ...(width && height && { madeOn: { width, height } }),
    ...(route !== undefined && { route }),
  };
};
