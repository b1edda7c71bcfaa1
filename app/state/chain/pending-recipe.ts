import { create } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';

interface WaitingState {
  /** An accepted recipe for the next image that opens. */
  readonly recipe: Recipe | undefined;
}

export const useWaiting = create<WaitingState>(() => ({ recipe: undefined }));

export const setPendingRecipe = (recipe: Recipe | undefined): void => useWaiting.setState({ recipe });

/** Returns the pending recipe once, and forgets it. */
export function takePendingRecipe(): Recipe | undefined {
  const { recipe } = useWaiting.getState();
  if (recipe) setPendingRecipe(undefined);
  return recipe;
}
