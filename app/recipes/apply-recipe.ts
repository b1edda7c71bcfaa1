import { convert } from '#core/operations/convert.ts';
import { parseRecipeWithOutputs } from '#core/recipes/read-recipe.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { setPendingRecipe } from '../desk/pending-recipe.ts';
import type { Preset } from './presets.ts';
import { closeDialog, offerRecipe, useRecipeDialogs } from './recipe-dialogs.ts';
import { requestSettings } from './requested-settings.ts';

export const CONVERTER = 'format_converter';

/** Applies a recipe to the open image, or to the next image that opens. */
export function applyRecipe(recipe: Recipe, navigate: (to: string) => void): void {
  const { tool } = useRecipeDialogs.getState();
  closeDialog();
  const steps = tool && tool.route !== CONVERTER ? recipe : withoutExport(recipe);
  if (steps.length > 0) {
    if (tool?.screen.use.getState().image) void tool.screen.apply(...steps);
    else setPendingRecipe(steps);
  }
  // Without an open image tool, opens the format converter, whose settings don't change the image.
  if (!tool) navigate(`/${CONVERTER}`);
}

/** Fills the fields of the format converter from the recipe's last step, instead of applying the step. */
export function withoutExport(recipe: Recipe): Recipe {
  const last = recipe.at(-1);
  if (last?.operation !== convert.id) return recipe;
  requestSettings(CONVERTER, last.params ?? {});
  return recipe.slice(0, -1);
}

/** Applies a preset. A preset that makes several files opens the dialog that offers the files. */
export function applyPreset({ recipe: whole }: Preset, navigate: (to: string) => void): void {
  const { recipe, outputs } = parseRecipeWithOutputs(whole);
  if (outputs) offerRecipe({ recipe, outputs });
  else applyRecipe(recipe, navigate);
}
