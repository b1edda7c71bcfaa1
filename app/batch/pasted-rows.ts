import { startsLikeRecipe } from '../intake/starts-like-recipe.ts';

/** True if pasted text looks like a table (JSON, or lines below column names) and not like a recipe. */
export const looksLikeRows = (text: string): boolean =>
  /^(?:\{|[^\r\n]+[\r\n]+\S)/.test(text.trimStart()) && !startsLikeRecipe(text);

export function nameOfPasted(text: string): string {
  if (text.trimStart().startsWith('{')) return 'rows.jsonl';
  return text
    .replace(/^\s*[\r\n]/, '')
    .split(/[\r\n]/, 1)[0]
    ?.includes('\t')
    ? 'rows.tsv'
    : 'rows.csv';
}
