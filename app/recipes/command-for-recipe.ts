import { baseName, extensionOf } from '#core/base/files.ts';
import { imageFormatOf } from '#core/image/formats/output-formats.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import { parseRecipe, type Recipe, recipeEncoding } from '#core/recipes/recipe.ts';
import { visitorsShell } from '../platform/shell.ts';

export function commandForRecipe(recipe: Recipe, name = 'picture.png'): string {
  const extension = extensionOf(name);
  // The command writes PNG if the source's format can be decoded but not encoded.
  const format = recipeEncoding(parseRecipe(recipe))?.format ?? (imageFormatOf(extension) ? extension : 'png');
  return commandLine(recipe, name, `${baseName(name)}-out.${format}`, visitorsShell());
}
