/** Maximum number of characters of pasted text in which `startsLikeRecipe` looks for a recipe. */
export const BEGINNING = 400;

export function startsLikeRecipe(text: string): boolean {
  const beginning = text.slice(0, BEGINNING).trimStart();
  return /^[[{]/.test(beginning) && /"(?:operation|outputs)"/.test(beginning);
}
