import { baseName, extensionOf } from '#core/base/files.ts';
import { imageFormatOf } from '#core/image/codecs/encode.ts';
import { commandLine, commandOfOutputs } from '#core/recipes/command-line.ts';
import { withOutputs } from '#core/recipes/outputs.ts';
import { parseRecipe, type Recipe, recipeEncoding } from '#core/recipes/recipe.ts';
import { visitorsShell } from '../platform/shell.ts';
import type { OfferedRecipe } from './recipe-dialogs.ts';

/** Returns the command line that makes a recipe's result or outputs from a file, quoted for the visitor's shell. */
export const commandForOffer = ({ recipe, outputs }: OfferedRecipe, name = 'picture.png'): string =>
  outputs
    ? commandOfOutputs(withOutputs(recipe, outputs), name, `${baseName(name)}-out`, visitorsShell())
    : commandForRecipe(recipe, name);

/** Returns the command line that applies a recipe to a file, quoted for the visitor's shell. */
export function commandForRecipe(recipe: Recipe, name = 'picture.png'): string {
  const extension = extensionOf(name);
  // Uses PNG instead of formats that can be decoded but not encoded.
  const format = recipeEncoding(parseRecipe(recipe))?.format ?? (imageFormatOf(extension) ? extension : 'png');
  return commandLine(recipe, name, `${baseName(name)}-out.${format}`, visitorsShell());
}
