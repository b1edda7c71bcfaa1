import { extensionOf } from '#core/base/files.ts';
import { parseOutsideJson } from '#core/base/outside-json.ts';
import { ROWS_LIMITS } from '#core/base/outside-limits.ts';
import type { Cell } from './columns.ts';
import { UsageError } from './errors.ts';
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

/** Does something, and says of what fails in it where that is. */
export type Within = <Result>(place: string, act: () => Result) => Result;

/**
 * @param place what is read, for people
 * @param format by default what the text begins with says: `{` is JSON, and a heading with a tab has tabs throughout
 * @throws UsageError, TableTooLarge
 */
export function createRowReader(place: string, add: Add, within: Within, format?: RowFormat): RowReader {
  let reader = format && readers[format](place, add, within);
  let start = '';
  const decide = () => {
    reader ??= readers[sniff(start)](place, add, within);
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

const readers: Readonly<Record<RowFormat, (place: string, add: Add, within: Within) => RowReader>> = {
  csv: (place, add) => createTable(place, ',', add),
  tsv: (place, add) => createTable(place, '\t', add),
  lines: createLines,
};

function createTable(place: string, separator: string, add: Add): RowReader {
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
      throw new UsageError(`${place}, row ${count}: ${cells.length} cells, but the heading has ${names.length}.`);
    add(cells.map((cell, column) => [names[column] ?? '', cell]));
  };
  return new TableReader(separator, onRow, ROWS_LIMITS);
}

function createLines(place: string, add: Add, within: Within): RowReader {
  let left = '';
  let count = 0;
  const onLine = (line: string) => {
    count++;
    if (line.length > ROWS_LIMITS.cell)
      throw new UsageError(`${place}, line ${count}: A line may have at most ${ROWS_LIMITS.cell} characters.`);
    if (line.trim() !== '') add(readLine(line, `${place}, line ${count}`, within));
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

function readLine(line: string, place: string, within: Within): readonly Cell[] {
  const row = within(place, () => {
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
