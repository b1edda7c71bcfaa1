import { basename, dirname, resolve } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import { ROWS_LIMITS } from '#core/base/outside-limits.ts';
import { TextPieces } from '#core/base/text-pieces.ts';
import { checkStepInputs, type ParsedStep } from '#core/recipes/recipe.ts';
import { type Cell, type Columns, createColumns } from '#core/recipes/rows/columns.ts';
import { rowName } from '#core/recipes/rows/row.ts';
import { createRowReader, type RowPlace, rowFormatOf } from '#core/recipes/rows/row-reader.ts';
import { RowsError, type RowsProblem } from '#core/recipes/rows/rows-error.ts';
import { isShellPipe, readPieces } from '../../platform/outside-file.ts';
import { readStandardInput, STDIO, TerminalInputError } from '../../platform/standard-streams.ts';
import type { CommandWords } from '../base/environment.ts';
import { describeError, UsageError } from '../base/errors.ts';
import type { TextOptions } from './text-encoding.ts';

export const isRowsFile = (path: string): boolean => rowFormatOf(path) !== undefined;

export interface Row {
  /** Table and row number for messages. */
  readonly label: string;
  /** Result name without extension: the column `name`, otherwise the table's name and the row number. */
  readonly name: string;
  /** Steps with the row's values. Computed from the cells at each access, so a million rows need little memory. */
  readonly steps: readonly ParsedStep[];
  readonly files: readonly string[];
}

/**
 * Reads a table. Columns set parameters, inputs or nested values such as `texts[0].text`; empty cells keep the recipe's
 * value. Paths are relative to the table, or for stdin to the working folder. Throws UsageError with file and row.
 */
export async function readRows(
  path: string,
  steps: readonly ParsedStep[],
  words: CommandWords,
  text: TextOptions,
): Promise<Row[]> {
  const isStandard = path === STDIO;
  const place = isStandard ? 'stdin' : path;
  const folder = isStandard || isShellPipe(path) ? '.' : dirname(path);
  const rows: FileRow[] = [];
  const file = { place, total: 0, columns: createColumns(steps, (name) => resolve(folder, name)) };
  const within = <Result>(where: string, act: () => Result) => inPlace(where, words, act);
  const add = (cells: readonly Cell[]) => {
    const row = new FileRow(file, rows.length, cells);
    within(row.label, () => checkStepInputs(row.steps, false));
    rows.push(row);
  };
  const labelOf = (at: RowPlace) => (!at ? place : 'row' in at ? rowLabel(place, at.row) : `${place}, line ${at.line}`);
  const reader = createRowReader(add, (at, act) => within(labelOf(at), act), rowFormatOf(path));
  const push = (piece: string) => within(place, () => reader.push(piece));
  const decoder = new TextPieces(text(place));
  if (isStandard) await readStandardRows(push, place, within, decoder);
  else within(place, () => readPieces(path, ROWS_LIMITS.size, push, decoder));
  within(place, () => reader.end());
  if (rows.length === 0)
    within(place, () => {
      throw new RowsError({ kind: 'empty' });
    });
  file.total = rows.length;
  return rows;
}

type InPlace = <Result>(place: string, act: () => Result) => Result;

const rowLabel = (place: string, row: number): string => `${place}, row ${row}`;

async function readStandardRows(
  push: (piece: string) => void,
  place: string,
  within: InPlace,
  decoder: TextPieces,
): Promise<void> {
  try {
    await readStandardInput(ROWS_LIMITS.size, push, decoder);
  } catch (error) {
    if (error instanceof TerminalInputError) throw new UsageError(error.message);
    within(place, () => {
      throw error;
    });
  }
}

function inPlace<Result>(place: string, words: CommandWords, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof RowsError) throw new UsageError(`${place}: ${problemSentence(error.problem)}`);
    if (known.some((kind) => error instanceof kind) || isSystem(error))
      throw new UsageError(`${place}: ${describeError(error, words)}`);
    throw error;
  }
}

const known = [FudebakoError, RangeError];

function problemSentence(problem: RowsProblem): string {
  switch (problem.kind) {
    case 'column':
      return `Unknown column ${problem.column}: no step has such a parameter or input.`;
    case 'twice':
      return `Duplicate column ${problem.column}.`;
    case 'cells':
      return `${problem.cells} cells, but the header has ${problem.heading}.`;
    case 'rows':
      return `A table can have at most ${problem.max} rows.`;
    case 'rowLength':
      return `A row can have at most ${problem.max} cells.`;
    case 'cellLength':
      return `A cell can have at most ${problem.max} characters.`;
    case 'lineLength':
      return `A line can have at most ${problem.max} characters.`;
    case 'size':
      return `A table can be at most ${problem.max} MB.`;
    case 'json':
      return `Invalid JSON: ${problem.detail}`;
    case 'object':
      return 'A row must be a JSON object.';
    case 'quote':
      return 'Unclosed quote.';
    case 'empty':
      return 'The table has no rows.';
  }
}

const isSystem = (error: unknown) => error instanceof Error && 'code' in error;

class FileRow implements Row {
  constructor(
    private readonly file: { readonly place: string; readonly total: number; readonly columns: Columns },
    private readonly index: number,
    private readonly cells: readonly Cell[],
  ) {}

  get label(): string {
    return rowLabel(this.file.place, this.index + 1);
  }

  get name(): string {
    const { place, total } = this.file;
    return rowName(this.cells, basename(place), this.index, total);
  }

  get steps(): readonly ParsedStep[] {
    return this.file.columns.apply(this.cells);
  }

  get files(): readonly string[] {
    return this.file.columns.filesOf(this.cells);
  }
}
