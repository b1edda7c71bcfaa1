import { basename, dirname, resolve } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import { ROWS_LIMITS } from '#core/base/outside-limits.ts';
import { safeFileName } from '#core/base/safe-names.ts';
import { checkStepInputs, type ParsedStep } from '#core/recipes/recipe.ts';
import { readPieces } from '../platform/outside-file.ts';
import { readStandardInput, STANDARD, TerminalInputError } from '../platform/standard-streams.ts';
import { type Cell, type Columns, ColumnUnknown, createColumns } from './columns.ts';
import { describeError, UsageError } from './errors.ts';
import { createRowReader, rowFormatOf, type Within } from './row-reader.ts';
import { TableTooLarge } from './table.ts';
import type { CommandWords } from './words.ts';

export const isRowsFile = (path: string): boolean => rowFormatOf(path) !== undefined;

/** A row of a file, held against the recipe. */
export interface Row {
  /** For people: the file and the row's number. */
  readonly label: string;
  /** Its result's name, without extension: the column `name`, or the file's name and the row's number. */
  readonly name: string;
  /** Made anew each time: a million rows are kept as their cells. */
  readonly steps: readonly ParsedStep[];
  /** The files that it names for inputs, as paths. */
  readonly files: readonly string[];
}

/**
 * Reads a file of rows. A column is named as the parameter or the input of the recipe that it sets, with
 * its path where it is inside another: `text`, `style.main.textColor`, `texts[0].text`; `mask`, `main[1]`.
 * An empty cell leaves what the recipe says. Files lie where the rows lie; those of standard input, in
 * the folder that the command runs in.
 *
 * @param path `-` for standard input
 * @throws UsageError naming the file and the row
 */
export async function readRows(path: string, steps: readonly ParsedStep[], words: CommandWords): Promise<Row[]> {
  const isStandard = path === STANDARD;
  const place = isStandard ? 'stdin' : path;
  const folder = isStandard ? '.' : dirname(path);
  const rows: FileRow[] = [];
  const file = { place, digits: 3, columns: createColumns(steps, (name) => resolve(folder, name)) };
  const within: Within = (where, act) => inPlace(where, words, act);
  const add = (cells: readonly Cell[]) => {
    const row = new FileRow(file, rows.length, cells);
    within(row.label, () => checkStepInputs(row.steps, false));
    rows.push(row);
  };
  const reader = createRowReader(place, add, within, rowFormatOf(path));
  const push = (piece: string) => within(place, () => reader.push(piece));
  if (isStandard) await readStandardRows(push, place, within);
  else within(place, () => readPieces(path, ROWS_LIMITS.size, push));
  within(place, () => reader.end());
  if (rows.length === 0) throw new UsageError(`${place}: There are no rows.`);
  file.digits = Math.max(3, String(rows.length).length);
  return rows;
}

async function readStandardRows(push: (piece: string) => void, place: string, within: Within): Promise<void> {
  try {
    await readStandardInput(ROWS_LIMITS.size, push);
  } catch (error) {
    if (error instanceof TerminalInputError) throw new UsageError(error.message);
    within(place, () => {
      throw error;
    });
  }
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
    private readonly file: { readonly place: string; readonly digits: number; readonly columns: Columns },
    private readonly index: number,
    private readonly cells: readonly Cell[],
  ) {}

  get label(): string {
    return `${this.file.place}, row ${this.index + 1}`;
  }

  get name(): string {
    const { place, digits } = this.file;
    const said = this.cells.findLast(([column]) => column === 'name')?.[1];
    return fileName(said) ?? `${baseName(basename(place))}-${String(this.index + 1).padStart(digits, '0')}`;
  }

  get steps(): readonly ParsedStep[] {
    return this.file.columns.apply(this.cells);
  }

  get files(): readonly string[] {
    return this.file.columns.filesOf(this.cells);
  }
}

/** A name that is safe as a file's; nothing where there is none. */
function fileName(value: unknown): string | undefined {
  const name = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return safeFileName(name) || undefined;
}
