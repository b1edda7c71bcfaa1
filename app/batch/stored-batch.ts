import { ROWS_LIMITS } from '#core/base/outside-limits.ts';
import type { Size } from '#core/geometry/point.ts';
import type { Cell } from '#core/recipes/rows/columns.ts';
import { type FileStorage, type Parse, toolStorage } from '../storage/storage.ts';
import type { ToolFile } from '../storage/storage-keys.ts';
import { getOwnProperty, parseFile, storedList, storedNumber, storedSide, storedText } from '../storage/stored.ts';
import type { Batch } from './batch.ts';
import type { BatchItem, ItemRow } from './item.ts';
import { createPauses } from './pauses.ts';

/** Maximum bytes stored per tool and browser tab. A notice names files that aren't stored. */
export const MAX_STORED_BYTES = 512 * 1024 * 1024;

/** Maximum number of stored items, as many as `dropped-folders.ts` accepts in one drop. */
const MAX_STORED_ITEMS = 20_000;

interface StoredRow extends Omit<ItemRow, 'files'> {
  readonly files: Readonly<Record<string, string>>;
}

/** A stored item. Each file has its own storage key, so adding a file doesn't rewrite other files. */
interface StoredItem extends Pick<BatchItem, 'id' | 'name' | 'folder'> {
  readonly file: string | undefined;
  readonly row?: StoredRow;
}

interface StoredBatch {
  readonly items: readonly StoredItem[];
  readonly source: string | undefined;
  readonly shown: string | undefined;
  readonly madeOn: Size | undefined;
  readonly route: string | undefined;
}

/** Checks only that a stored table cell is a column name with a value. The recipe checks the value before use. */
const parseCell: Parse<Cell> = (stored) => {
  const column = Array.isArray(stored) ? storedText(stored[0]) : undefined;
  return column === undefined ? undefined : [column, (stored as unknown[])[1]];
};

const parseRow: Parse<StoredRow> = (stored) => {
  const [table, number] = [
    storedText(getOwnProperty(stored, 'table')),
    storedNumber(1, MAX_STORED_ITEMS)(getOwnProperty(stored, 'number')),
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

const parseItem: Parse<StoredItem> = (stored) => {
  const [id, name, folder] = ['id', 'name', 'folder'].map((each) => storedText(getOwnProperty(stored, each)));
  const [file, row] = [storedText(getOwnProperty(stored, 'file')), parseRow(getOwnProperty(stored, 'row'))];
  if (id === undefined || name === undefined || folder === undefined || !(file || row)) return undefined;
  return { id, name, folder, file, ...(row && { row }) };
};

const parseSize: Parse<Size> = (stored) => {
  const [width, height] = [storedSide(getOwnProperty(stored, 'width')), storedSide(getOwnProperty(stored, 'height'))];
  return width && height ? { width, height } : undefined;
};

export const parseBatch: Parse<StoredBatch> = (stored) => {
  const items = storedList(parseItem, MAX_STORED_ITEMS)(getOwnProperty(stored, 'items'));
  return (
    items && {
      // Drops items with a duplicate ID, because changes find their item by ID.
      items: [...new Map(items.map((item) => [item.id, item])).values()],
      source: storedText(getOwnProperty(stored, 'source')),
      shown: storedText(getOwnProperty(stored, 'shown')),
      madeOn: parseSize(getOwnProperty(stored, 'madeOn')),
      route: storedText(getOwnProperty(stored, 'route')),
    }
  );
};

const fileKey = (key: string): ToolFile => `many/${key}`;

const filesOf = ({ file, row }: BatchItem): readonly File[] => [
  ...(file ? [file] : []),
  ...Object.values(row?.files ?? {}),
];

/** Returns the items whose files fit into the storage limit, and names of skipped items. Counts each file once. */
export function withinLimit(
  items: readonly BatchItem[],
  maxBytes = MAX_STORED_BYTES,
  sizeOf: (file: File) => number = ({ size }) => size,
) {
  let bytes = 0;
  const counted = new Set<File>();
  const fitting: BatchItem[] = [];
  const skipped: string[] = [];
  for (const item of items) {
    const more = [...new Set(filesOf(item))].filter((file) => !counted.has(file));
    const next = more.reduce((sum, file) => sum + sizeOf(file), bytes);
    if (next > maxBytes) skipped.push(item.name);
    else {
      bytes = next;
      for (const file of more) counted.add(file);
      fitting.push(item);
    }
  }
  return { fitting, skipped };
}

const isSameList = (one: readonly BatchItem[], other: readonly BatchItem[]): boolean =>
  one === other || (one.length === other.length && one.every(({ id }, index) => id === other[index]?.id));

/** Pending writes per tool, which run in order: a closed batch is deleted before the next batch is stored. */
const turns = new Map<string, Promise<unknown>>();

export class BatchStorage {
  private readonly storage: FileStorage<ToolFile>;
  private readonly stopWatching: () => void;
  private readonly stored: Map<string, File>;
  private readonly keys: Map<File, string>;
  private readonly sizes = new WeakMap<File, number>();
  private isDue = false;
  private isEnded = false;

  constructor(
    private readonly batch: Batch,
    stored: ReadonlyMap<string, File> = new Map(),
    /** Stored items whose files the database hasn't returned, perhaps because it is slow. They stay stored. */
    private readonly unread: readonly StoredItem[] = [],
  ) {
    this.storage = toolStorage(batch.stage.tool);
    this.stored = new Map(stored);
    this.keys = new Map([...stored].map(([key, file]) => [file, key]));
    this.stopWatching = batch.use.subscribe((now, before) => {
      if (now.shown !== before.shown || !isSameList(now.items, before.items)) this.storeSoon();
    });
    this.storeSoon();
  }

  private storeSoon(): void {
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
    const { items, shown, madeOn, route } = this.batch.use.getState();
    await this.readSizes(items);
    if (this.isEnded) return;
    const { fitting, skipped } = withinLimit(items, MAX_STORED_BYTES, (file) => this.sizes.get(file) ?? file.size);
    this.batch.setUnsaved(skipped);
    const files = new Set(fitting.flatMap(filesOf));
    const list = [...fitting.map((item) => this.storedItem(item)), ...this.unread];
    // The list of items is written before the files, because stored files can be found only through the list.
    await this.storage.save('many', { items: list, source: this.batch.stage.source()?.id, shown, madeOn, route });
    for (const [key, file] of [...this.stored]) if (!files.has(file)) await this.remove(key);
    for (const file of files) {
      if (this.isEnded) return;
      const key = this.keyOf(file);
      if (this.stored.has(key)) continue;
      this.stored.set(key, file);
      await this.storage.save(fileKey(key), file);
    }
  }

  /** Reads file sizes once and with pauses, because browsers read each size from disk synchronously. */
  private async readSizes(items: readonly BatchItem[]): Promise<void> {
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

  forget(): void {
    this.stopWatching();
    this.isEnded = true;
    this.inTurn(async () => {
      for (const key of [...this.stored.keys()]) await this.remove(key);
      // The visitor hasn't seen the unread items, so the next visit shows them.
      if (this.unread.length > 0) await this.storage.save('many', { items: this.unread });
      else await this.storage.forget('many');
    });
  }
}

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
  const unread: StoredItem[] = [];
  for (const item of stored.items) {
    const { id, name, folder, file: key, row } = item;
    const file = key === undefined ? undefined : await bring(key);
    if (key !== undefined && !file) {
      unread.push(item);
      continue;
    }
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
  return { ...stored, items, files, unread };
}
