import { FudebakoError } from '#core/base/errors.ts';
import { parsePastedJson } from '#core/parameters/pasted.ts';
import { readRecipeLink } from '#core/recipes/link.ts';
import { isCommand, readCommandLine } from '#core/recipes/read-command.ts';
import { type ParsedStep, parseRecipe, type Recipe } from '#core/recipes/recipe.ts';
import { hasRecipeFragment } from '#core/recipes/recipe-fragment.ts';
import { errorSentence } from '#core/words/format.ts';
import { coreWords } from '../../locales/i18n.ts';
import { visitorsShell } from '../../platform/shell.ts';
import { BEGINNING, beginsAsSteps } from './recipe-beginning.ts';

export interface ReadRecipe {
  /** As it was written. */
  readonly recipe: Recipe;
  readonly steps: readonly ParsedStep[];
}

/** Whether a text is meant as a recipe: a link, a command, or JSON that has operations. */
export function seemsRecipe(text: string): boolean {
  return isCommand(text) || hasRecipeFragment(text.slice(0, BEGINNING)) || beginsAsSteps(text);
}

/**
 * A recipe from JSON, a copied command or a link.
 * @throws FudebakoError `settingsPaste`, with what is wrong in the visitor's language as its reason
 */
export async function readRecipeText(text: string): Promise<ReadRecipe> {
  try {
    const raw = await readRaw(text);
    const steps = parseRecipe(raw);
    return { recipe: (Array.isArray(raw) ? raw : [raw]) as Recipe, steps };
  } catch (error) {
    if (error instanceof FudebakoError && error.code === 'settingsPaste') throw error;
    // What is wrong stands below: the path of a parameter, for one.
    const reason = errorSentence(error, coreWords());
    throw new FudebakoError('settingsPaste', { reason }, { cause: error });
  }
}

async function readRaw(text: string): Promise<unknown> {
  if (isCommand(text)) return readCommandLine(text, visitorsShell());
  return hasRecipeFragment(text.slice(0, BEGINNING)) ? readRecipeLink(text.trim()) : parsePastedJson(text);
}
