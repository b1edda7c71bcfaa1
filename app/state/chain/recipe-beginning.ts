/** Of a text that is looked at when it is pasted anywhere: what shows that it may be a recipe. */
export const BEGINNING = 400;

/** Whether a text begins as JSON that has operations. */
export function beginsAsSteps(text: string): boolean {
  const beginning = text.slice(0, BEGINNING).trimStart();
  return /^[[{]/.test(beginning) && beginning.includes('"operation"');
}
