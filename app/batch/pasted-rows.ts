import { startsLikeRecipe } from '../session/starts-like-recipe.ts';

/** True for pasted JSON, or lines below column names, but not for recipes. Trims first to avoid slow backtracking. */
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
