import { ROWS_LIMITS } from '#core/base/outside-limits.ts';
import type { Size } from '#core/geometry/point.ts';
import type { Cell } from '#core/recipes/rows/columns.ts';
import { type FileStorage, type Parse, toolStorage } from '../storage.ts';
import type { ToolFile } from '../storage-keys.ts';
import { own, parseFile, storedList, storedNumber, storedSide, storedText } from '../stored.ts';
import type { Batch } from './batch.ts';
import type { BatchItem, ItemRow } from './item.ts';
import { createPauses } from './pauses.ts';

/** Bytes of files that are kept for the next visit, for each tool and tab. What comes after them is named, and not kept. */
export const MAX_KEPT_BYTES = 512 * 1024 * 1024;

/** More than are dropped at once (`dropped-folders.ts`). */
const MAX_KEPT_ITEMS = 20_000;

/** A row as it is stored, its files by their keys. */
interface StoredRow extends Omit<ItemRow, 'files'> {
  readonly files: Readonly<Record<string, string>>;
}

/** One of the list as it is stored; files stand beside the list, by their keys, so that one more does not write all anew. */
interface StoredItem extends Pick<BatchItem, 'id' | 'name' | 'folder'> {
  readonly file: string | undefined;
  readonly row?: StoredRow;
}

interface StoredBatch {
  readonly items: readonly StoredItem[];
  /** The source on the stage, and which of the items that is. */
  readonly source: string | undefined;
  readonly shown: string | undefined;
  readonly madeOn: Size | undefined;
}

/** What a cell says is held against the recipe before it is used; only that it is one is looked at here. */
const parseCell: Parse<Cell> = (stored) => {
  const column = Array.isArray(stored) ? storedText(stored[0]) : undefined;
  return column === undefined ? undefined : [column, (stored as unknown[])[1]];
};

const parseRow: Parse<StoredRow> = (stored) => {
  const [table, number] = [storedText(own(stored, 'table')), storedNumber(1, MAX_KEPT_ITEMS)(own(stored, 'number'))];
  const cells = storedList(parseCell, ROWS_LIMITS.columns)(own(stored, 'cells'));
  const named = own(stored, 'files');
  if (table === undefined || number === undefined || !cells || typeof named !== 'object' || named === null)
    return undefined;
  const files = Object.entries(named)
    .slice(0, ROWS_LIMITS.columns)
    .filter((each): each is [string, string] => storedText(each[1]) !== undefined);
  return { table, number, cells, files: Object.fromEntries(files) };
};

const parseItem: Parse<StoredItem> = (stored) => {
  const [id, name, folder] = ['id', 'name', 'folder'].map((each) => storedText(own(stored, each)));
  const [file, row] = [storedText(own(stored, 'file')), parseRow(own(stored, 'row'))];
  if (id === undefined || name === undefined || folder === undefined || !(file || row)) return undefined;
  return { id, name, folder, file, ...(row && { row }) };
};

const parseSize: Parse<Size> = (stored) => {
  const [width, height] = [storedSide(own(stored, 'width')), storedSide(own(stored, 'height'))];
  return width && height ? { width, height } : undefined;
};

/** What of a stored list may be used. */
export const parseBatch: Parse<StoredBatch> = (stored) => {
  const items = storedList(parseItem, MAX_KEPT_ITEMS)(own(stored, 'items'));
  return (
    items && {
      // What is done to one of two of one name would be done to both.
      items: [...new Map(items.map((item) => [item.id, item])).values()],
      source: storedText(own(stored, 'source')),
      shown: storedText(own(stored, 'shown')),
      madeOn: parseSize(own(stored, 'madeOn')),
    }
  );
};

const fileKey = (key: string): ToolFile => `many/${key}`;

const filesOf = ({ file, row }: BatchItem): readonly File[] => [
  ...(file ? [file] : []),
  ...Object.values(row?.files ?? {}),
];

/** The items whose files there is room for, in their order, each file counted once; the others by name. */
export function withinRoom(
  items: readonly BatchItem[],
  room = MAX_KEPT_BYTES,
  sizeOf: (file: File) => number = ({ size }) => size,
) {
  let bytes = 0;
  const counted = new Set<File>();
  const kept: BatchItem[] = [];
  const leftOut: string[] = [];
  for (const item of items) {
    const more = [...new Set(filesOf(item))].filter((file) => !counted.has(file));
    const next = more.reduce((sum, file) => sum + sizeOf(file), bytes);
    if (next > room) leftOut.push(item.name);
    else {
      bytes = next;
      for (const file of more) counted.add(file);
      kept.push(item);
    }
  }
  return { kept, leftOut };
}

const isSameList = (one: readonly BatchItem[], other: readonly BatchItem[]): boolean =>
  one === other || (one.length === other.length && one.every(({ id }, index) => id === other[index]?.id));

/** The last that is under way for each tool: a list that is forgotten is gone before the next one is written. */
const turns = new Map<string, Promise<unknown>>();

/** Keeps a list for the next visit for as long as it is open, each change of it after the one before. */
export class KeptBatch {
  private readonly storage: FileStorage<ToolFile>;
  private readonly stopWatching: () => void;
  /** The files that are stored, by their keys. */
  private readonly stored: Map<string, File>;
  private readonly keys: Map<File, string>;
  private readonly sizes = new WeakMap<File, number>();
  private isDue = false;
  private isEnded = false;

  /** @param stored the files that have been brought back, by their keys */
  constructor(
    private readonly batch: Batch,
    stored: ReadonlyMap<string, File> = new Map(),
  ) {
    this.storage = toolStorage(batch.stage.tool);
    this.stored = new Map(stored);
    this.keys = new Map([...stored].map(([key, file]) => [file, key]));
    this.stopWatching = batch.use.subscribe((now, before) => {
      if (now.shown !== before.shown || !isSameList(now.items, before.items)) this.keep();
    });
    this.keep();
  }

  private keep(): void {
    if (this.isDue) return;
    this.isDue = true;
    this.inTurn(() => {
      this.isDue = false;
      return this.isEnded ? Promise.resolve() : this.write();
    });
  }

  private inTurn(work: () => Promise<unknown>): void {
    const { tool } = this.batch.stage;
    turns.set(tool, (turns.get(tool) ?? Promise.resolve()).then(work, work));
  }

  private async write(): Promise<void> {
    const { items, shown, madeOn } = this.batch.use.getState();
    await this.askSizes(items);
    if (this.isEnded) return;
    const { kept, leftOut } = withinRoom(items, MAX_KEPT_BYTES, (file) => this.sizes.get(file) ?? file.size);
    this.batch.tellUnkept(leftOut);
    const files = new Set(kept.flatMap(filesOf));
    const list = kept.map((item) => this.storedItem(item));
    // The list comes first: a file that it does not name would be found by nobody.
    await this.storage.keep('many', { items: list, source: this.batch.stage.source()?.id, shown, madeOn });
    for (const [key, file] of [...this.stored]) if (!files.has(file)) await this.remove(key);
    for (const file of files) {
      if (this.isEnded) return;
      const key = this.keyOf(file);
      if (this.stored.has(key)) continue;
      this.stored.set(key, file);
      await this.storage.keep(fileKey(key), file);
    }
  }

  /** Browsers go to the disk for each size each time, while the page waits: hundreds are asked for in slices, and once. */
  private async askSizes(items: readonly BatchItem[]): Promise<void> {
    const answer = createPauses();
    for (const file of items.flatMap(filesOf)) {
      if (this.sizes.has(file)) continue;
      this.sizes.set(file, file.size);
      await answer();
    }
  }

  private storedItem({ id, name, folder, file, row }: BatchItem): StoredItem {
    const keys = Object.entries(row?.files ?? {}).map(([named, each]) => [named, this.keyOf(each)] as const);
    return {
      id,
      name,
      folder,
      file: file && this.keyOf(file),
      ...(row && { row: { ...row, files: Object.fromEntries(keys) } }),
    };
  }

  private keyOf(file: File): string {
    const key = this.keys.get(file) ?? crypto.randomUUID();
    this.keys.set(file, key);
    return key;
  }

  private async remove(key: string): Promise<void> {
    this.stored.delete(key);
    await this.storage.forget(fileKey(key));
  }

  /** The list is closed, and nothing of it is kept. */
  forget(): void {
    this.stopWatching();
    this.isEnded = true;
    this.inTurn(async () => {
      for (const key of [...this.stored.keys()]) await this.remove(key);
      await this.storage.forget('many');
    });
  }
}

/** What the last visit left of a tool's list: an item whose file is none any more is left out. */
export async function storedBatch(tool: string) {
  const storage = toolStorage(tool);
  const stored = await storage.get('many', parseBatch);
  if (!stored) return undefined;
  const files = new Map<string, File>();
  const bring = async (key: string) => {
    const file = files.get(key) ?? (await storage.get(fileKey(key), parseFile));
    if (file) files.set(key, file);
    return file;
  };
  const items: BatchItem[] = [];
  for (const { id, name, folder, file: key, row } of stored.items) {
    const file = key === undefined ? undefined : await bring(key);
    if (key !== undefined && !file) continue;
    const named = new Map<string, File>();
    for (const [each, at] of Object.entries(row?.files ?? {})) {
      const own = await bring(at);
      if (own) named.set(each, own);
    }
    items.push({
      id,
      name,
      folder,
      file,
      state: 'ready',
      ...(row && { row: { ...row, files: Object.fromEntries(named) } }),
    });
  }
  return { ...stored, items, files };
}
