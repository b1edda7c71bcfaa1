import { visitorsShell } from '#app/platform/shell.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { Desk } from '../desk/desk.ts';
import { isBackdrop } from '../desk/shown-image.ts';
import type { PastedStep } from '../recipes/paste-recipe.ts';
import type { ImageSource } from '../workers/image-client.ts';
import { BLANK_NAME } from './BlankBackgroundSource.tsx';

/** Adds the blank background's size and color to the first step, so the recipe needs no input file. */
export function onBackground(recipe: Recipe, source: ImageSource | undefined): Recipe {
  if (!source || !('blank' in source)) return recipe;
  const { width, height, color: background } = source.blank;
  return recipe.map((step, index) =>
    index === 0 ? { ...step, params: { ...step.params, width, height, background } } : step,
  );
}

export function commandOnSource(recipe: Recipe, source: ImageSource | undefined, output: string): string {
  const input = source && !('blank' in source) ? source.name : undefined;
  return commandLine(recipe, input, output, visitorsShell());
}

/** Opens the blank background of a pasted recipe, if no image is open and the recipe has a width. */
export async function openPastedBackground({ params, rawStep }: PastedStep, screen: Desk): Promise<void> {
  const { width, height, background } = params;
  const { image } = screen.use.getState();
  if ((image && !isBackdrop(image.source)) || rawStep.params?.width === undefined) return;
  await screen.openBlank({ width: Number(width), height: Number(height), color: String(background) }, BLANK_NAME);
}
