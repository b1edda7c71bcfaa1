import { RowsError } from './rows-error.ts';

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
