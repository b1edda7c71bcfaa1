import { create } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';

interface PendingRecipeState {
  /** A recipe that the visitor has accepted, which applies to the next image that opens. */
  readonly recipe: Recipe | undefined;
}

export const usePendingRecipe = create<PendingRecipeState>(() => ({ recipe: undefined }));

export const setPendingRecipe = (recipe: Recipe | undefined): void => usePendingRecipe.setState({ recipe });

export function takePendingRecipe(): Recipe | undefined {
  const { recipe } = usePendingRecipe.getState();
  if (recipe) setPendingRecipe(undefined);
  return recipe;
}
