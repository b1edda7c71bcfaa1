import { FudebakoError } from '#core/base/errors.ts';
import { errorSentence } from '#core/locales/format.ts';
import { parsePastedJson } from '#core/parameters/pasted.ts';
import { readRecipeLink } from '#core/recipes/link.ts';
import { parseRecipeWithOutputs, type RecipeWithOutputs } from '#core/recipes/read-recipe.ts';
import { hasRecipeFragment } from '#core/recipes/recipe-fragment.ts';
import { coreWords } from '../locales/i18n.ts';
import { BEGINNING, startsLikeRecipe } from './starts-like-recipe.ts';

/** True if the text looks like a recipe: a recipe link, or JSON with operations. */
export function looksLikeRecipe(text: string): boolean {
  return hasRecipeFragment(text.slice(0, BEGINNING)) || startsLikeRecipe(text);
}

/** @throws FudebakoError `settingsPaste` with a localized reason */
export async function readRecipeText(text: string): Promise<RecipeWithOutputs> {
  try {
    return parseRecipeWithOutputs(await readRaw(text));
  } catch (error) {
    if (error instanceof FudebakoError && error.code === 'settingsPaste') throw error;
    // The error's cause has the details, for example a parameter's path.
    const reason = errorSentence(error, coreWords());
    throw new FudebakoError('settingsPaste', { reason }, { cause: error });
  }
}

async function readRaw(text: string): Promise<unknown> {
  return hasRecipeFragment(text.slice(0, BEGINNING)) ? readRecipeLink(text.trim()) : parsePastedJson(text);
}
