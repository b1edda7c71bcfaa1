import { create } from 'zustand';
import type { Output } from '#core/recipes/outputs.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { CropBy } from '#core/recipes/refit.ts';
import type { Desk } from '../desk/desk.ts';
import type { ScreenRoute } from '../tools/catalog.ts';

/** The open tool, if the tool edits a single image. */
export interface RecipeTool {
  readonly route: ScreenRoute;
  readonly screen: Desk;
  readonly commit: () => Promise<boolean>;
  readonly recipe: () => Recipe;
  readonly cropBy: () => CropBy | undefined;
}

/** A recipe and, if the recipe makes several files of an image, its outputs. */
export interface OfferedRecipe {
  readonly recipe: Recipe;
  readonly outputs?: readonly Output[] | undefined;
}

export type RecipeDialog = 'offer' | 'presets' | 'savePreset' | 'watermark' | 'keys';

interface RecipeDialogsState {
  readonly tool: RecipeTool | undefined;
  readonly dialog: RecipeDialog | undefined;
  readonly offered: OfferedRecipe | undefined;
}

export const useRecipeDialogs = create<RecipeDialogsState>(() => ({
  tool: undefined,
  dialog: undefined,
  offered: undefined,
}));

export const openDialog = (dialog: RecipeDialog): void => useRecipeDialogs.setState({ dialog });
export const closeDialog = (): void => useRecipeDialogs.setState({ dialog: undefined, offered: undefined });

export const offerRecipe = ({ recipe, outputs }: OfferedRecipe): void =>
  useRecipeDialogs.setState({ offered: { recipe, outputs }, dialog: 'offer' });

export function setRecipeTool(tool: RecipeTool): () => void {
  useRecipeDialogs.setState({ tool });
  return () => useRecipeDialogs.setState((state) => (state.tool === tool ? { tool: undefined } : {}));
}
