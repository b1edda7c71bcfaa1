import { ParameterError } from '../base/errors.ts';
import { type Output, splitOutputs } from './outputs.ts';
import { currentStep, type ParsedStep, parseRecipe, type Recipe } from './recipe.ts';
import { readRecipeForm } from './recipe-form.ts';

export interface RecipeWithOutputs {
  /** The steps as written, with current names, before their parameters are parsed. */
  readonly recipe: Recipe;
  readonly steps: ParsedStep[];
  readonly outputs: readonly Output[] | undefined;
}

/**
 * Parses untrusted JSON: a recipe in any form, with `$schema`, `version` and `outputs`.
 * @throws ParameterError with a path such as `steps[1].outputs[0].width`; FudebakoError `recipeVersion`
 */
export function parseRecipeWithOutputs(raw: unknown): RecipeWithOutputs {
  const form = readRecipeForm(raw);
  try {
    const { recipe, outputs } = splitOutputs(form.steps);
    const steps = parseRecipe(recipe);
    if (steps.length === 0 && !outputs) throw new ParameterError('[0]', { problem: 'required' }, undefined);
    const written = [recipe].flat() as Recipe;
    return { recipe: written.map((step, index) => currentStep(step, steps[index])), steps, outputs };
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    throw new ParameterError(`${form.path}${error.path}`, error.limits, error.value);
  }
}
