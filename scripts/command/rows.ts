import { basename } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import { baseName, extensionOf } from '#core/base/files.ts';
import { parseOutsideJson } from '#core/base/outside-json.ts';
import { ROWS_LIMITS } from '#core/base/outside-limits.ts';
import type { ParsedStep } from '#core/recipes/recipe.ts';
import { readPieces } from '../platform/outside-file.ts';
import { type Cell, type Columns, ColumnUnknown, createColumns } from './columns.ts';
import { describeError, UsageError } from './errors.ts';
import { TableReader, TableTooLarge } from './table.ts';
import type { CommandWords } from './words.ts';

/** Files whose rows each make a picture: a table with a heading line, or one JSON object a line. */
const extensions = ['csv', 'tsv', 'jsonl', 'ndjson'];

export const isRowsFile = (path: string): boolean => extensions.includes(extensionOf(basename(path)));

/** A row of a file, held against the recipe. */
export interface Row {
  /** For people: the file and the row's number. */
  readonly label: string;
  /** Its result's name, without extension: the column `name`, or the file's name and the row's number. */
  readonly name: string;
  /** Made anew each time: a million rows are kept as their cells. */
  readonly steps: readonly ParsedStep[];
}

/**
 * Reads a file of rows. A column is named as the parameter of the recipe that it sets, with its
 * path where it is inside another: `text`, `style.main.textColor`, `texts[0].text`. An empty cell
 * leaves what the recipe says.
 *
 * @throws UsageError naming the file and the row
 */
export function readRows(path: string, steps: readonly ParsedStep[], words: CommandWords): Row[] {
  const rows: FileRow[] = [];
  const file = { path, digits: 3, columns: createColumns(steps) };
  const add = (cells: readonly Cell[]) => {
    const row = new FileRow(file, rows.length, cells);
    inPlace(row.label, words, () => row.steps);
    rows.push(row);
  };
  inPlace(path, words, () => (extensionOf(path).endsWith('sv') ? readTable(path, add) : readLines(path, words, add)));
  if (rows.length === 0) throw new UsageError(`${path}: There are no rows.`);
  file.digits = Math.max(3, String(rows.length).length);
  return rows;
}

/** Says where it is that something is wrong. */
function inPlace<Result>(place: string, words: CommandWords, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (known.some((kind) => error instanceof kind) || isSystem(error))
      throw new UsageError(`${place}: ${describeError(error, words)}`);
    throw error;
  }
}

const known = [FudebakoError, ColumnUnknown, TableTooLarge, RangeError];

const isSystem = (error: unknown) => error instanceof Error && 'code' in error;

class FileRow implements Row {
  constructor(
    private readonly file: { readonly path: string; readonly digits: number; readonly columns: Columns },
    private readonly index: number,
    private readonly cells: readonly Cell[],
  ) {}

  get label(): string {
    return `${this.file.path}, row ${this.index + 1}`;
  }

  get name(): string {
    const { path, digits } = this.file;
    const said = this.cells.findLast(([column]) => column === 'name')?.[1];
    return fileName(said) ?? `${baseName(basename(path))}-${String(this.index + 1).padStart(digits, '0')}`;
  }

  get steps(): readonly ParsedStep[] {
    return this.file.columns.apply(this.cells);
  }
}

function readTable(path: string, add: (cells: readonly Cell[]) => void): void {
  let heading: readonly string[] | undefined;
  let count = 0;
  const onRow = (cells: readonly string[]) => {
    if (!heading) {
      heading = cells.map((name) => name.trim());
      return;
    }
    const names = heading;
    count++;
    if (cells.length > names.length)
      throw new UsageError(`${path}, row ${count}: ${cells.length} cells, but the heading has ${names.length}.`);
    add(cells.map((cell, column) => [names[column] ?? '', cell]));
  };
  const reader = new TableReader(extensionOf(path) === 'tsv' ? '\t' : ',', onRow, ROWS_LIMITS);
  readPieces(path, ROWS_LIMITS.size, (piece) => reader.push(piece));
  reader.end();
}

function readLines(path: string, words: CommandWords, add: (cells: readonly Cell[]) => void): void {
  let left = '';
  let count = 0;
  const onLine = (line: string) => {
    count++;
    if (line.length > ROWS_LIMITS.cell)
      throw new UsageError(`${path}, line ${count}: A line may have at most ${ROWS_LIMITS.cell} characters.`);
    if (line.trim() !== '') add(readLine(line, `${path}, line ${count}`, words));
  };
  readPieces(path, ROWS_LIMITS.size, (piece) => {
    const lines = piece.split('\n');
    lines[0] = left + lines[0];
    left = lines.pop() ?? '';
    for (const line of lines) onLine(line);
    // A line without an end is not gathered until the memory is full.
    if (left.length > ROWS_LIMITS.cell) onLine(left);
  });
  onLine(left);
}

function readLine(line: string, place: string, words: CommandWords): readonly Cell[] {
  const row = inPlace(place, words, () => {
    try {
      return parseOutsideJson(line);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new UsageError(`${place}: This is not JSON: ${error.message}`);
    }
  });
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw new UsageError(`${place}: A row must be an object.`);
  return Object.entries(row);
}

/** A name that is safe as a file's; nothing where there is none. */
function fileName(value: unknown): string | undefined {
  const name = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const safe = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_');
  return safe === '' ? undefined : safe;
}
