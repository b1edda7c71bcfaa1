/** An error in a table or in JSON lines, which page and command translate. */
export type RowsProblem =
  /** No step has a parameter or input of this name. */
  | { readonly kind: 'column'; readonly column: string }
  /** Two columns have the same heading. */
  | { readonly kind: 'twice'; readonly column: string }
  | { readonly kind: 'cells'; readonly cells: number; readonly heading: number }
  /** Too many rows or columns, or an overlong cell or line. */
  | { readonly kind: 'rows' | 'rowLength' | 'cellLength' | 'lineLength'; readonly max: number }
  /** Maximum size in megabytes. */
  | { readonly kind: 'size'; readonly max: number }
  | { readonly kind: 'json'; readonly detail: string }
  | { readonly kind: 'object' }
  /** A quoted cell without a closing quote. */
  | { readonly kind: 'quote' }
  | { readonly kind: 'empty' };

export class RowsError extends Error {
  override readonly name = 'RowsError';

  constructor(readonly problem: RowsProblem) {
    super(JSON.stringify(problem));
  }
}
