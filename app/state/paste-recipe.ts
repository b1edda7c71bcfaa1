import { FudebakoError } from '#core/base/errors.ts';
import type { OperationId } from '#core/operations/index.ts';
import type { ParsedStep, Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { readRecipeText } from './chain/recipe-text.ts';
import { readClipboard } from './copy.ts';
import { showError } from './errors.ts';

/** What the clipboard has for a tool. */
export interface PastedStep {
  /** Parsed, with defaults for what the recipe leaves out. */
  readonly params: Readonly<Record<string, unknown>>;
  /** As it was written. */
  readonly said: RecipeStep;
}

/** Hands the recipe in the clipboard over, whether JSON, a command or a link, or says what is wrong with it. */
export async function pasteRecipe(take: (recipe: Recipe, steps: readonly ParsedStep[]) => unknown): Promise<void> {
  try {
    const { recipe, steps } = await readRecipeText(await clipboardText());
    await take(recipe, steps);
  } catch (error) {
    showError(error);
  }
}

async function clipboardText(): Promise<string> {
  try {
    return await readClipboard();
  } catch (cause) {
    throw new FudebakoError('settingsPaste', {}, { cause });
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
