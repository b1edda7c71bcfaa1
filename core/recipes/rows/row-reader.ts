import { extensionOf } from '../../base/files.ts';
import { parseOutsideJson } from '../../base/outside-json.ts';
import { ROWS_LIMITS } from '../../base/outside-limits.ts';
import type { Cell } from './columns.ts';
import { RowsError } from './rows-error.ts';

/** Format of table rows: a table with a header line (`csv`, `tsv`), or one JSON object per line (`lines`). */
type RowFormat = 'csv' | 'tsv' | 'lines';

const formats: Readonly<Record<string, RowFormat>> = { csv: 'csv', tsv: 'tsv', jsonl: 'lines', ndjson: 'lines' };

export function rowFormatOf(path: string): RowFormat | undefined {
  const extension = extensionOf(path);
  return Object.hasOwn(formats, extension) ? formats[extension] : undefined;
}

/** Parses table rows from text that arrives in pieces. */
interface RowReader {
  push(piece: string): void;
  end(): void;
}

type Add = (cells: readonly Cell[]) => void;

/** Number of the table row or text line in which an error occurred, counted from 1. */
export type RowPlace = { readonly row: number } | { readonly line: number } | undefined;

/** Calls `act`, and adds the number of the table row or text line to thrown errors. */
type Within = <Result>(place: RowPlace, act: () => Result) => Result;

/** Creates a row reader. Without a format, text that starts with `{` is JSON lines. The header shows the separator. */
export function createRowReader(add: Add, within: Within, format?: RowFormat): RowReader {
  let reader = format === 'lines' ? createLines(add, within) : undefined;
  let start = '';
  const decide = () => {
    if (!reader && format === undefined && start.trimStart().startsWith('{')) reader = createLines(add, within);
    if (!reader) {
      const { separator, rest } = findSeparator(start, format === 'tsv' ? '\t' : ',');
      start = rest;
      reader = createTable(separator, add, within);
    }
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

/** True if the text has a complete nonblank line, from which the format can be detected. */
const hasLine = (start: string): boolean => /[\r\n]/.test(start.trimStart());

/** Separators of spreadsheets. Where a comma separates decimals, spreadsheets write semicolons. */
const SEPARATORS = [',', ';', '\t'] as const;

/** The line with which spreadsheets state the separator, such as `sep=;`. */
const STATED_SEPARATOR = /^\uFEFF?"?sep=([,;\t])"?(?:\r\n|\r|\n|$)/i;

/** Returns the separator that splits the header into the most cells, and the text without a line such as `sep=;`. */
function findSeparator(start: string, usual: string): { readonly separator: string; readonly rest: string } {
  const stated = STATED_SEPARATOR.exec(start);
  if (stated) return { separator: stated[1] as string, rest: start.slice(stated[0].length) };
  const [line = ''] = start.trimStart().split(/[\r\n]/, 1);
  const outsideQuotes = line.replace(/"[^"]*"?/g, '');
  const cells = (separator: string) => outsideQuotes.split(separator).length;
  const separator = SEPARATORS.reduce((best: string, each) => (cells(each) > cells(best) ? each : best), usual);
  return { separator, rest: start };
}

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
    // Ignores empty cells behind the last heading, which spreadsheets write for emptied columns.
    if (cells.length > names.length && cells.slice(names.length).some((cell) => cell !== ''))
      within({ row: count }, () => {
        throw new RowsError({ kind: 'cells', cells: cells.length, heading: names.length });
      });
    const named = cells.map((cell, column): Cell => [names[column] ?? '', cell]);
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
      // Reports an incomplete line that is already too long, before the line fills the memory.
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

/**
 * Parses CSV or TSV in pieces (RFC 4180), without byte order mark and empty lines. The package papaparse requires one
 * kind of line ending per file, and csv-parse takes seven times as long.
 */
export class TableReader {
  private row: string[] = [];
  private cell = '';
  private isQuoted = false;
  /** Last character of a piece, if its meaning depends on the next piece. */
  private pending: '' | '"' | '\r' = '';
  private isFirst = true;
  private readonly special: RegExp;

  constructor(
    separator: string,
    private readonly onRow: (cells: string[]) => void,
    private readonly limits: { readonly cell: number; readonly columns: number } = {
      cell: Number.POSITIVE_INFINITY,
      columns: Number.POSITIVE_INFINITY,
    },
  ) {
    this.special = new RegExp(`["\\r\\n${separator}]`, 'g');
  }

  /** Parses the next piece of the table. Throws RowsError. */
  push(piece: string): void {
    if (piece === '') return;
    let index = this.isFirst && piece.startsWith('\uFEFF') ? 1 : 0;
    this.isFirst = false;
    if (this.pending === '\r' && piece[index] === '\n') index++;
    if (this.pending === '"') {
      if (piece[index] === '"') {
        this.cell += '"';
        index++;
      } else this.isQuoted = false;
    }
    this.pending = '';
    while (index < piece.length) index = this.isQuoted ? this.readQuoted(piece, index) : this.readPlain(piece, index);
    this.checkCell();
  }

  /** Parses the end of the table, which may lack a line break. Throws RowsError. */
  end(): void {
    if (this.isQuoted && this.pending !== '"') throw new RowsError({ kind: 'quote' });
    this.endRow();
  }

  private readQuoted(piece: string, start: number): number {
    const quote = piece.indexOf('"', start);
    if (quote < 0) {
      this.cell += piece.slice(start);
      return piece.length;
    }
    this.cell += piece.slice(start, quote);
    if (quote === piece.length - 1) this.pending = '"';
    else if (piece[quote + 1] === '"') {
      this.cell += '"';
      return quote + 2;
    } else this.isQuoted = false;
    return quote + 1;
  }

  private readPlain(piece: string, start: number): number {
    this.special.lastIndex = start;
    const found = this.special.exec(piece);
    const at = found?.index ?? piece.length;
    if (at > start) this.cell = this.cell === '' ? piece.slice(start, at) : this.cell + piece.slice(start, at);
    if (!found) return at;
    const [character] = found;
    if (character === '"') {
      if (this.cell === '') this.isQuoted = true;
      else this.cell += '"';
    } else if (character === '\n' || character === '\r') {
      this.endRow();
      if (character === '\r' && at === piece.length - 1) this.pending = '\r';
      else if (character === '\r' && piece[at + 1] === '\n') return at + 2;
    } else this.endCell();
    return at + 1;
  }

  private endCell(): void {
    this.checkCell();
    this.row.push(this.cell);
    this.cell = '';
    if (this.row.length > this.limits.columns) throw new RowsError({ kind: 'rowLength', max: this.limits.columns });
  }

  private endRow(): void {
    const isEmpty = this.row.length === 0 && this.cell === '';
    this.endCell();
    const { row } = this;
    this.row = [];
    if (!isEmpty) this.onRow(row);
  }

  private checkCell(): void {
    if (this.cell.length > this.limits.cell) throw new RowsError({ kind: 'cellLength', max: this.limits.cell });
  }
}
