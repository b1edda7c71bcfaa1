import { create } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';

interface PendingRecipeState {
  /** An accepted recipe for the next image that opens. */
  readonly recipe: Recipe | undefined;
}

export const usePendingRecipe = create<PendingRecipeState>(() => ({ recipe: undefined }));

export const setPendingRecipe = (recipe: Recipe | undefined): void => usePendingRecipe.setState({ recipe });

/** Returns the pending recipe once, and forgets it. */
export function takePendingRecipe(): Recipe | undefined {
  const { recipe } = usePendingRecipe.getState();
  if (recipe) setPendingRecipe(undefined);
  return recipe;
}
