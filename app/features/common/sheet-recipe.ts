import { visitorsShell } from '#app/platform/shell.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { PictureSource } from '../../platform/studio.ts';
import type { PastedStep } from '../../state/paste-recipe.ts';
import type { Workbench } from '../../state/workbench.ts';
import { BLANK_NAME } from './SheetSource.tsx';

/** The recipe with the blank background that it is for: nobody has that as a file. */
export function onSheet(recipe: Recipe, source: PictureSource | undefined): Recipe {
  if (!source || !('blank' in source)) return recipe;
  const { width, height, color: background } = source.blank;
  return recipe.map((step, index) =>
    index === 0 ? { ...step, params: { ...step.params, width, height, background } } : step,
  );
}

/** The command that does a recipe to the visitor's file, or to a background that the recipe makes. */
export function commandOnSource(recipe: Recipe, source: PictureSource | undefined, output: string): string {
  const input = source && !('blank' in source) ? source.name : undefined;
  return commandLine(recipe, input, output, visitorsShell());
}

/** The background that a pasted recipe makes, where there is no picture that it could be laid over. */
export async function openPastedSheet({ params, said }: PastedStep, workbench: Workbench): Promise<void> {
  const { width, height, background } = params;
  if (workbench.use.getState().picture || said.params?.width === undefined) return;
  await workbench.openBlank({ width: Number(width), height: Number(height), color: String(background) }, BLANK_NAME);
}
