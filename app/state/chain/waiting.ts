import { create } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';

interface WaitingState {
  /** What the visitor has agreed to do to the next picture that is opened. */
  readonly recipe: Recipe | undefined;
}

export const useWaiting = create<WaitingState>(() => ({ recipe: undefined }));

export const letWait = (recipe: Recipe | undefined): void => useWaiting.setState({ recipe });

/** Gives it to the picture that has come; to no other. */
export function takeWaiting(): Recipe | undefined {
  const { recipe } = useWaiting.getState();
  if (recipe) letWait(undefined);
  return recipe;
}
