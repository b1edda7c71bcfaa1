import { FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import type { OperationId } from '#core/operations/index.ts';
import type { ParsedStep, Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { showError } from '../notices/error-queue.ts';
import { readClipboard } from '../ui/copy.ts';
import { offerRecipe } from './recipe-dialogs.ts';

export interface PastedStep {
  /** The step's parameters after parsing, with defaults. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The step's parameters as written in the recipe. */
  readonly rawStep: RecipeStep;
}

/** Reads a recipe (JSON, command or link) from the clipboard and passes the recipe to `apply`, or shows an error. */
export async function pasteRecipe(apply: (recipe: Recipe, steps: readonly ParsedStep[]) => unknown): Promise<void> {
  try {
    const text = await readClipboard();
    const { readRecipeText } = await import('../intake/recipe-text.ts');
    const { recipe, steps, outputs } = await readRecipeText(text);
    // A recipe with outputs creates several files, so a dialog offers the files instead of changing the image.
    if (outputs) return offerRecipe({ recipe, outputs });
    await apply(recipe, steps);
  } catch (error) {
    showError(error);
  }
}

/** Adapts a pasted step that was made on an image of another size. */
export async function pastedOn({ params, rawStep }: PastedStep, size: Size): Promise<PastedStep> {
  if (!rawStep.madeOn) return { params, rawStep };
  const { refitRecipe } = await import('#core/recipes/refit.ts');
  const [fitted] = refitRecipe([{ ...rawStep, params }], size, size);
  return { params: fitted?.params ?? params, rawStep };
}

export const pasteStep = (operation: OperationId, apply: (step: PastedStep) => unknown): Promise<void> =>
  pasteRecipe((recipe, steps) => {
    const index = steps.findLastIndex((step) => step.operation.id === operation);
    const [step, rawStep] = [steps[index], recipe[index]];
    if (!step || !rawStep) throw new FudebakoError('settingsPaste');
    return apply({ params: step.params, rawStep });
  });
