import { baseName } from '#core/base/files.ts';
import { commandOfOutputs } from '#core/recipes/command-line.ts';
import { withOutputs } from '#core/recipes/outputs.ts';
import { visitorsShell } from '../platform/shell.ts';
import { commandForRecipe } from './command-for-recipe.ts';
import type { OfferedRecipe } from './recipe-dialogs.ts';

/** Returns the command line that makes a recipe's result or outputs from a file, quoted for the visitor's shell. */
export const commandForOffer = ({ recipe, outputs }: OfferedRecipe, name = 'picture.png'): string =>
  outputs
    ? commandOfOutputs(withOutputs(recipe, outputs), name, `${baseName(name)}-out`, visitorsShell())
    : commandForRecipe(recipe, name);
