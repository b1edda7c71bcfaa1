/** Characters of pasted text that are checked for a recipe. */
export const BEGINNING = 400;

/** True if the text starts as JSON with operations. */
export function beginsAsSteps(text: string): boolean {
  const beginning = text.slice(0, BEGINNING).trimStart();
  return /^[[{]/.test(beginning) && beginning.includes('"operation"');
}
