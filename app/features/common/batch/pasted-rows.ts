import { beginsAsSteps } from '../../../state/chain/recipe-beginning.ts';

/**
 * Whether a pasted text may be a table: JSON, or more than a line, of which the first names columns. A recipe is JSON too, and
 * no table. Space in front is taken off beforehand: a pattern that begins with it tries it from every place.
 */
export const looksLikeRows = (text: string): boolean =>
  /^(?:\{|[^\r\n]+[\r\n]+\S)/.test(text.trimStart()) && !beginsAsSteps(text);

/** The name under which a pasted text is read as the table that it is. */
export function nameOfPasted(text: string): string {
  if (text.trimStart().startsWith('{')) return 'rows.jsonl';
  // Empty lines are left out when it is read.
  return text
    .replace(/^\s*[\r\n]/, '')
    .split(/[\r\n]/, 1)[0]
    ?.includes('\t')
    ? 'rows.tsv'
    : 'rows.csv';
}
