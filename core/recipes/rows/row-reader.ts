import { extensionOf } from '../../base/files.ts';
import { parseOutsideJson } from '../../base/outside-json.ts';
import { ROWS_LIMITS } from '../../base/outside-limits.ts';
import type { Cell } from './columns.ts';
import { RowsError } from './rows-error.ts';
import { TableReader } from './table.ts';

/** How rows are written: a table with a heading line, or one JSON object a line. */
export type RowFormat = 'csv' | 'tsv' | 'lines';

const formats: Readonly<Record<string, RowFormat>> = { csv: 'csv', tsv: 'tsv', jsonl: 'lines', ndjson: 'lines' };

/** What a file's name says of the rows in it. */
export function rowFormatOf(path: string): RowFormat | undefined {
  const extension = extensionOf(path);
  return Object.hasOwn(formats, extension) ? formats[extension] : undefined;
}

/** Takes a text piece by piece, and gives its rows one by one. */
export interface RowReader {
  push(piece: string): void;
  end(): void;
}

type Add = (cells: readonly Cell[]) => void;

/** Where in the text something is: the row or the line, from 1; nothing for the whole. */
export type RowPlace = { readonly row: number } | { readonly line: number } | undefined;

/** Does something, and says of what fails in it where that is. */
export type Within = <Result>(place: RowPlace, act: () => Result) => Result;

/**
 * @param within says of a `RowsError` or another error of a row where that is
 * @param format by default what the text begins with says: `{` is JSON, and a heading with a tab has tabs throughout
 * @throws RowsError
 */
export function createRowReader(add: Add, within: Within, format?: RowFormat): RowReader {
  let reader = format && readers[format](add, within);
  let start = '';
  const decide = () => {
    reader ??= readers[sniff(start)](add, within);
    reader.push(start);
    start = '';
  };
  return {
    push(piece) {
      start += piece;
      if (reader || hasLine(start) || start.length > ROWS_LIMITS.cell) decide();
    },
    end() {
      decide();
      reader?.end();
    },
  };
}

/** Whether anything is said before a line ends. */
const hasLine = (start: string): boolean => /[\r\n]/.test(start.trimStart());

function sniff(start: string): RowFormat {
  // A byte order mark counts as space.
  const [line = ''] = start.trimStart().split(/[\r\n]/, 1);
  if (line.startsWith('{')) return 'lines';
  return line.includes('\t') ? 'tsv' : 'csv';
}

const readers: Readonly<Record<RowFormat, (add: Add, within: Within) => RowReader>> = {
  csv: (add, within) => createTable(',', add, within),
  tsv: (add, within) => createTable('\t', add, within),
  lines: createLines,
};

function createTable(separator: string, add: Add, within: Within): RowReader {
  let heading: readonly string[] | undefined;
  let count = 0;
  const onRow = (cells: readonly string[]) => {
    if (!heading) {
      const named = cells.map((name) => name.trim());
      const seen = new Set<string>();
      const twice = named.find((name) => name !== '' && seen.size === seen.add(name).size);
      if (twice !== undefined)
        within(undefined, () => {
          throw new RowsError({ kind: 'twice', column: twice });
        });
      heading = named;
      return;
    }
    const names = heading;
    count++;
    if (cells.length > names.length)
      within({ row: count }, () => {
        throw new RowsError({ kind: 'cells', cells: cells.length, heading: names.length });
      });
    const named = cells.map((cell, column): Cell => [names[column] ?? '', cell]);
    // Spreadsheets write columns that have been emptied, heading and all.
    add(named.filter(([name, cell]) => name !== '' || cell !== ''));
  };
  const table = new TableReader(separator, onRow, ROWS_LIMITS);
  return { push: (piece) => table.push(piece), end: () => within({ row: count + 1 }, () => table.end()) };
}

function createLines(add: Add, within: Within): RowReader {
  let left = '';
  let count = 0;
  const onLine = (line: string) => {
    count++;
    const row = within({ line: count }, () => readLine(line));
    if (row) add(row);
  };
  return {
    push(piece) {
      const lines = piece.split('\n');
      lines[0] = left + lines[0];
      left = lines.pop() ?? '';
      for (const line of lines) onLine(line);
      // A line without an end is not gathered until the memory is full.
      if (left.length > ROWS_LIMITS.cell) onLine(left);
    },
    end: () => onLine(left),
  };
}

function readLine(line: string): readonly Cell[] | undefined {
  if (line.length > ROWS_LIMITS.cell) throw new RowsError({ kind: 'lineLength', max: ROWS_LIMITS.cell });
  if (line.trim() === '') return undefined;
  const row = parseLine(line);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new RowsError({ kind: 'object' });
  return Object.entries(row);
}

function parseLine(line: string): unknown {
  try {
    return parseOutsideJson(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new RowsError({ kind: 'json', detail: error.message });
  }
}
