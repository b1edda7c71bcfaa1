import { create } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { ScreenRoute } from '../catalogue.ts';
import type { PictureSession } from '../picture-session.ts';

/** The tool on the screen, as far as it works on one picture. */
export interface DeskTool {
  readonly route: ScreenRoute;
  readonly session: PictureSession;
  /** Does what is set and not yet done to the picture. False where that came to nothing. */
  readonly settle: () => Promise<boolean>;
  /** Steps that it keeps to itself, drawn over the picture. */
  readonly own: () => Recipe | undefined;
  /** What is done to the picture, with what is pending. */
  readonly recipe: () => Recipe;
}

export type DeskDialog = 'offer' | 'recipes' | 'continue' | 'keys';

interface DeskState {
  readonly tool: DeskTool | undefined;
  readonly dialog: DeskDialog | undefined;
  /** A recipe that has come from outside, before the visitor has agreed to it. */
  readonly offered: Recipe | undefined;
}

/** What chains, recipes and links have open, whichever tool is on the screen. */
export const useDesk = create<DeskState>(() => ({ tool: undefined, dialog: undefined, offered: undefined }));

export const openDialog = (dialog: DeskDialog): void => useDesk.setState({ dialog });
export const closeDialog = (): void => useDesk.setState({ dialog: undefined, offered: undefined });

/** Shows what a recipe does, and asks whether that is to be done. */
export const offerRecipe = (offered: Recipe): void => useDesk.setState({ offered, dialog: 'offer' });

/** Says which tool is on the screen. @returns takes it back */
export function setDeskTool(tool: DeskTool): () => void {
  useDesk.setState({ tool });
  return () => useDesk.setState((state) => (state.tool === tool ? { tool: undefined } : {}));
}
