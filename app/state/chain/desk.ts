import { create } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { ScreenRoute } from '../catalogue.ts';
import type { PictureSession } from '../picture-session.ts';

/** The open tool, if it works on one image. */
export interface DeskTool {
  readonly route: ScreenRoute;
  readonly session: PictureSession;
  /** Applies pending settings to the image. Resolves to false on failure. */
  readonly settle: () => Promise<boolean>;
  /** Steps that the tool draws over the image without applying them. */
  readonly own: () => Recipe | undefined;
  /** All steps, including pending settings. */
  readonly recipe: () => Recipe;
}

export type DeskDialog = 'offer' | 'recipes' | 'continue' | 'keys';

interface DeskState {
  readonly tool: DeskTool | undefined;
  readonly dialog: DeskDialog | undefined;
  /** A pasted or linked recipe that the visitor hasn't accepted. */
  readonly offered: Recipe | undefined;
}

/** Dialogs for recipes and links, independent of the open tool. */
export const useDesk = create<DeskState>(() => ({ tool: undefined, dialog: undefined, offered: undefined }));

export const openDialog = (dialog: DeskDialog): void => useDesk.setState({ dialog });
export const closeDialog = (): void => useDesk.setState({ dialog: undefined, offered: undefined });

/** Shows a recipe and asks whether to apply it. */
export const offerRecipe = (offered: Recipe): void => useDesk.setState({ offered, dialog: 'offer' });

/** Sets the open tool; the returned function unsets it. */
export function setDeskTool(tool: DeskTool): () => void {
  useDesk.setState({ tool });
  return () => useDesk.setState((state) => (state.tool === tool ? { tool: undefined } : {}));
}
