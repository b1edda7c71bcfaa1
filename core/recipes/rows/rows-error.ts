/** What is wrong with a table or with lines of JSON, which the page and the command each say in their own words. */
export type RowsProblem =
  /** No step has a parameter or an input of a column's name. */
  | { readonly kind: 'column'; readonly column: string }
  /** Two columns have one heading: which of their cells is meant is not said. */
  | { readonly kind: 'twice'; readonly column: string }
  /** A row has more cells than the heading. */
  | { readonly kind: 'cells'; readonly cells: number; readonly heading: number }
  /** More than there may be: rows, cells of a row, or characters of a cell or a line. */
  | { readonly kind: 'rows' | 'rowLength' | 'cellLength' | 'lineLength'; readonly max: number }
  /** Megabytes. */
  | { readonly kind: 'size'; readonly max: number }
  | { readonly kind: 'json'; readonly detail: string }
  | { readonly kind: 'object' }
  /** A quoted cell has no end, and would have taken the rest of the file. */
  | { readonly kind: 'quote' }
  | { readonly kind: 'empty' };

export class RowsError extends Error {
  override readonly name = 'RowsError';

  constructor(readonly problem: RowsProblem) {
    super(JSON.stringify(problem));
  }
}
