import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import { parseRecipe, type Recipe } from '#core/recipes/recipe.ts';
import { type Cell, type Columns, createColumns } from '#core/recipes/rows/columns.ts';
import { recipeOf, rowName } from '#core/recipes/rows/row.ts';
import { createRowReader, type RowPlace, rowFormatOf } from '#core/recipes/rows/row-reader.ts';
import { RowsError } from '#core/recipes/rows/rows-error.ts';
import type { ListedImage, ListedRow } from '../desk/image-list.ts';
import { thisTab } from '../document/this-tab.ts';
import { i18n } from '../locales/i18n.ts';
import { showError } from '../notices/error-queue.ts';

/** Maximum number of table rows in the page, which lists each row. The command line accepts a million rows. */
const MAX_ROWS = 10_000;

/** Maximum size of a table in bytes. The table is kept in memory and stored for the next visit. */
const MAX_TABLE_MEGABYTES = 20;

const IMAGE = 'image';

class RowFault extends Error {
  constructor(
    readonly place: RowPlace,
    cause: unknown,
  ) {
    super(String(cause), { cause });
  }
}

function within<Result>(place: RowPlace, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw place && !(error instanceof RowFault) ? new RowFault(place, error) : error;
  }
}

/** Reads a table (format of `--rows-from`), checks each row against `base`, and shows errors. Rows may name `files`. */
export async function readTable(
  table: File,
  base: Recipe,
  files: readonly File[],
): Promise<readonly ListedImage[] | undefined> {
  try {
    return await readItems(table, base, files);
  } catch (error) {
    if (!(error instanceof CancelledError)) await showTableError(error, table.name);
    return undefined;
  }
}

async function readItems(table: File, base: Recipe, files: readonly File[]): Promise<readonly ListedImage[]> {
  if (table.size > MAX_TABLE_MEGABYTES * 1_000_000) throw new RowsError({ kind: 'size', max: MAX_TABLE_MEGABYTES });
  const rows: (readonly Cell[])[] = [];
  const add = (cells: readonly Cell[]) => {
    if (rows.length >= MAX_ROWS) throw new RowsError({ kind: 'rows', max: MAX_ROWS });
    rows.push(cells);
  };
  const reader = createRowReader(add, within, rowFormatOf(table.name));
  const pieces = table.stream().getReader();
  const [{ encodingOf }, { TextPieces }] = await Promise.all([
    import('../intake/text-encoding.ts'),
    import('#core/base/text-pieces.ts'),
  ]);
  const text = new TextPieces({ encoding: await encodingOf(table) });
  const answer = createPauses();
  for (let next = await pieces.read(); !next.done; next = await pieces.read()) {
    reader.push(text.write(next.value));
    await answer();
  }
  reader.push(text.end());
  reader.end();
  if (rows.length === 0) throw new RowsError({ kind: 'empty' });
  const columns = columnsOver(base);
  const byName = namedFiles(files);
  const used = new Map<File, string>();
  const items: ListedImage[] = [];
  for (const [index, cells] of rows.entries()) {
    const item = within({ row: index + 1 }, (): ListedImage => {
      const named = filesOf(cells, columns, byName, used);
      const row: ListedRow = { table: table.name, number: index + 1, cells, files: named };
      const { image } = applyRow(columns, row);
      const name = rowName(cells, table.name, index, rows.length);
      return { id: crypto.randomUUID(), name, folder: '', ...(image && { image: image }), row };
    });
    items.push(item);
    await answer();
  }
  for (const [file, id] of used) thisTab().files.add(file, id);
  return items;
}

const columnsOver = (base: Recipe): Columns => createColumns(parseRecipe(base, true), (name) => name);

/** Indexes files by name and by path. Of files with the same name, the first file counts. */
function namedFiles(files: readonly File[]): ReadonlyMap<string, File> {
  const named = files.flatMap((file) => [[file.name, file] as const, [file.webkitRelativePath, file] as const]);
  return new Map(named.reverse());
}

function filesOf(
  cells: readonly Cell[],
  columns: Columns,
  files: ReadonlyMap<string, File>,
  used: Map<File, string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    columns.filesOf(cells).map((name) => {
      const file = files.get(name);
      if (!file) throw new FudebakoError('fileNotFound', { name });
      const id = used.get(file) ?? crypto.randomUUID();
      used.set(file, id);
      return [name, id];
    }),
  );
}

interface FileName {
  readonly id: string;
  readonly name: string;
}

export interface RowOrder {
  readonly recipe: Recipe;
  /** Files that the row names, by name. */
  readonly inputs: Readonly<Record<string, FileName>>;
  readonly image: FileName | undefined;
}

/** @throws ParameterError that names the column, RowsError, FudebakoError `fileNotFound` */
export const orderForRow = (base: Recipe, row: ListedRow): RowOrder => applyRow(columnsOver(base), row);

function applyRow(columns: Columns, { cells, files }: ListedRow): RowOrder {
  const steps = columns.apply(cells);
  let image: FileName | undefined;
  const used: Record<string, FileName> = {};
  const recipe = recipeOf(steps).map((step) => {
    const { [IMAGE]: named, ...inputs } = step.inputs ?? {};
    if (typeof named === 'string') image = fileOf(named, files);
    for (const name of Object.values(inputs).flat()) if (Object.hasOwn(files, name)) used[name] = fileOf(name, files);
    return { ...step, inputs };
  });
  return { recipe, inputs: used, image };
}

function fileOf(name: string, files: ListedRow['files']): FileName {
  const id = Object.hasOwn(files, name) ? files[name] : undefined;
  if (id === undefined) throw new FudebakoError('fileNotFound', { name });
  return { id, name };
}

async function showTableError(error: unknown, table: string): Promise<void> {
  await i18n.loadNamespaces('batch');
  const translate = i18n.t as (key: string, data?: object) => string;
  const { place, cause } = error instanceof RowFault ? error : { place: undefined, cause: error };
  const where = place && ('row' in place ? { key: 'row', number: place.row } : { key: 'line', number: place.line });
  const label = where ? translate(`batch:rowPlaces.${where.key}`, { name: table, number: where.number }) : table;
  showError(cause instanceof RowsError ? described(cause, translate) : cause, label);
}

/** Translates an error of a table into the page's language. The translations load together with this file. */
function described({ problem }: RowsError, translate: (key: string, data?: object) => string): FudebakoError {
  return new FudebakoError('tableInvalid', { reason: translate(`batch:rowProblems.${problem.kind}`, problem) });
}

/** Maximum milliseconds of work before a pause for the main thread. A single step may take longer. */
const SLICE_MS = 10;

/** Returns a function that pauses for the page's other tasks once the maximum working time is over. */
function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
