/** Kinds of errors in tables and JSON lines, which page and command translate. */
export type RowsProblem =
  /** The heading names no parameter and no input of a step. */
  | { readonly kind: 'column'; readonly column: string }
  /** Two columns have the same heading. */
  | { readonly kind: 'twice'; readonly column: string }
  | { readonly kind: 'cells'; readonly cells: number; readonly heading: number }
  | { readonly kind: 'rows' | 'rowLength' | 'cellLength' | 'lineLength'; readonly max: number }
  /** The text is larger than `max` megabytes. */
  | { readonly kind: 'size'; readonly max: number }
  | { readonly kind: 'json'; readonly detail: string }
  | { readonly kind: 'object' }
  /** A quoted cell of the table has no closing quote. */
  | { readonly kind: 'quote' }
  | { readonly kind: 'empty' };

export class RowsError extends Error {
  override readonly name = 'RowsError';

  constructor(readonly problem: RowsProblem) {
    super(JSON.stringify(problem));
  }
}
