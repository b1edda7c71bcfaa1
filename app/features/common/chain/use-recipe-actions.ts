import { type MutableRefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { Action } from '../../../state/actions.ts';
import type { ScreenRoute } from '../../../state/catalogue.ts';
import { openDialog, setRecipeTool } from '../../../state/chain/recipe-dialogs.ts';
import { copyText } from '../../../state/copy.ts';
import { showError } from '../../../state/errors.ts';
import type { PictureSession } from '../../../state/picture-session.ts';

/** What a tool has of its own, beside the history of its session; read when it is asked for. */
export interface ToolWork {
  /** What is done to the picture, with what is pending. */
  readonly recipe: () => Recipe;
  /** Does what is pending. */
  readonly settle?: (() => Promise<boolean>) | undefined;
  /** Steps that are drawn over the picture; nothing where they cannot be. */
  readonly own?: () => Recipe | undefined;
}

/** What leads from a tool to another, and what is kept of its steps; nothing until the words are there. */
export function useRecipeActions(
  route: string,
  session: PictureSession,
  work: MutableRefObject<ToolWork>,
): (hasPicture: boolean) => readonly Action[] {
  const { t, ready } = useTranslation(['app', 'chain']);
  useEffect(
    () =>
      setRecipeTool({
        route: route as ScreenRoute,
        session,
        settle: async () => (await work.current.settle?.()) ?? true,
        own: () => (work.current.own ? work.current.own() : []),
        recipe: () => work.current.recipe(),
      }),
    [route, session, work],
  );
  return (hasPicture) =>
    ready
      ? [
          {
            id: 'copy-link',
            label: t('chain:menu.copyLink'),
            run: () => void copyLink(route, work.current.recipe()),
            disabled: !hasPicture,
          },
          {
            id: 'continue-in',
            label: t('chain:menu.continueIn'),
            run: () => openDialog('continue'),
            disabled: !hasPicture,
          },
          { id: 'recipes', label: t('chain:menu.recipes'), run: () => openDialog('recipes') },
        ]
      : [];
}

/** Puts the address of the tool with a recipe behind it into the clipboard. */
export async function copyLink(route: string, recipe: Recipe): Promise<void> {
  try {
    const { recipeFragment } = await import('#core/recipes/link.ts');
    await copyText(`${location.origin}/${route}#${await recipeFragment(recipe)}`);
  } catch (error) {
    showError(error);
  }
}
