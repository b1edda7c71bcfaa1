import { convert } from '#core/operations/convert.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { recipeByFractions } from '#core/recipes/refit.ts';
import { outputFields, SAME_FORMAT } from '../batch/batch-settings.ts';
import { sizeOf } from '../desk/visible-image.ts';
import { encodingOf, FIRST_EXPORT, restoreExport } from '../export/export-settings.ts';
import { settingsOf } from '../storage/settings-store.ts';
import type { RecipeTool } from './recipe-dialogs.ts';

/** Returns a tool's recipe, which fits images of every size, with the tool's export settings as its last step. */
export async function presetOf({ screen, route, recipe, cropBy }: RecipeTool): Promise<Recipe> {
  const { image } = screen.use.getState();
  if (!image) return [];
  const steps = recipe();
  const closed = steps.at(-1)?.operation === convert.id ? steps : [...steps, ...exportStep(screen, route)];
  return recipeByFractions(closed, await sizeOf(image.source, []), cropBy());
}

/** Returns the export settings as a step, if the visitor has changed any. */
function exportStep(screen: RecipeTool['screen'], route: string): Recipe {
  const partsOf = (tool: string) => settingsOf(tool).use.getState().parts;
  if (screen.images.list()) {
    const { format, ...encoding } = restoreValues(outputFields, partsOf(route).many ?? {});
    return format === undefined || format === SAME_FORMAT
      ? []
      : [{ operation: convert.id, params: { format, ...encoding } }];
  }
  const { output } = partsOf(screen.tool);
  if (!output) return [];
  const settings = { ...FIRST_EXPORT, ...restoreExport(output) };
  return [{ operation: convert.id, params: { format: settings.format, ...encodingOf(settings) } }];
}
