/** Maximum number of characters of pasted text in which `beginsRecipe` looks for a recipe. */
export const BEGINNING = 400;

/** True if the text starts like a recipe: JSON with operations. */
export function startsLikeRecipe(text: string): boolean {
  const beginning = text.slice(0, BEGINNING).trimStart();
  return /^[[{]/.test(beginning) && /"(?:operation|outputs)"/.test(beginning);
}
