import { FudebakoError } from '#core/base/errors.ts';
import type { OperationId } from '#core/operations/index.ts';
import { parsePastedJson } from '#core/parameters/pasted.ts';
import { type ParsedStep, parseRecipe, type Recipe, type RecipeStep } from '#core/recipes/recipe.ts';
import { errorSentence } from '#core/words/format.ts';
import { coreWords } from '../locales/i18n.ts';
import { readClipboard } from './copy.ts';
import { showError } from './errors.ts';

/** What the clipboard has for a tool. */
export interface PastedStep {
  /** Parsed, with defaults for what the recipe leaves out. */
  readonly params: Readonly<Record<string, unknown>>;
  /** As it was written. */
  readonly said: RecipeStep;
}

/** Hands the recipe in the clipboard over, or says what is wrong with it. */
export async function pasteRecipe(take: (recipe: Recipe, steps: readonly ParsedStep[]) => unknown): Promise<void> {
  try {
    const pasted = parsePastedJson(await readClipboard());
    const steps = parseRecipe(pasted);
    await take((Array.isArray(pasted) ? pasted : [pasted]) as Recipe, steps);
  } catch (error) {
    if (error instanceof FudebakoError && error.code === 'settingsPaste') return showError(error);
    // What is wrong stands below: the path of a parameter, for one.
    const reason = errorSentence(error, coreWords());
    showError(new FudebakoError('settingsPaste', { reason }, { cause: error }));
  }
}

/** Hands over the last step of a tool's own operation. */
export const pasteStep = (operation: OperationId, take: (step: PastedStep) => unknown): Promise<void> =>
  pasteRecipe((recipe, steps) => {
    const index = steps.findLastIndex((step) => step.operation.id === operation);
    const [step, said] = [steps[index], recipe[index]];
    if (!step || !said) throw new FudebakoError('settingsPaste');
    return take({ params: step.params, said });
  });
