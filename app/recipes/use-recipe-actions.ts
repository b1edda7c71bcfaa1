import { type MutableRefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { CropBy } from '#core/recipes/refit.ts';
import type { Desk } from '../desk/desk.ts';
import { showError } from '../notices/error-queue.ts';
import type { ScreenRoute } from '../tools/catalog.ts';
import type { Action } from '../ui/actions.ts';
import { copyText } from '../ui/copy.ts';
import { openDialog, setRecipeTool } from './recipe-dialogs.ts';

/** Steps and settings that a tool holds outside the desk. Each function returns the current state. */
export interface ToolWork {
  readonly recipe: () => Recipe;
  /** How the recipe's crops adapt to images of other sizes. */
  readonly cropBy?: CropBy | undefined;
  readonly commit?: (() => Promise<boolean>) | undefined;
  /** Makes steps of what only the tool's preview contains, such as texts. */
  readonly keep?: () => Promise<void>;
}

/** Returns actions that copy a link, repeat a watermark, and save or open presets. Empty while translations load. */
export function useRecipeActions(
  route: string,
  screen: Desk,
  work: MutableRefObject<ToolWork>,
): (hasImage: boolean) => readonly Action[] {
  const { t, ready } = useTranslation(['app', 'recipe']);
  useEffect(
    () =>
      setRecipeTool({
        route: route as ScreenRoute,
        screen,
        commit: async () => (await work.current.commit?.()) ?? true,
        recipe: () => work.current.recipe(),
        cropBy: () => work.current.cropBy,
      }),
    [route, screen, work],
  );
  return (hasImage) =>
    ready
      ? [
          {
            id: 'copy-link',
            label: t('recipe:menu.copyLink'),
            run: () => void copyLink(route, work.current.recipe()),
            disabled: !hasImage,
          },
          {
            id: 'add-watermark',
            label: t('recipe:menu.watermark'),
            run: () => openDialog('watermark'),
            disabled: !hasImage,
          },
          {
            id: 'presets',
            label: t(hasImage ? 'recipe:menu.savePreset' : 'recipe:menu.presets'),
            run: () => openDialog(hasImage ? 'savePreset' : 'presets'),
          },
        ]
      : [];
}

export async function copyLink(route: string, recipe: readonly unknown[]): Promise<void> {
  try {
    const { recipeFragment } = await import('#core/recipes/link.ts');
    await copyText(`${location.origin}/${route}#${await recipeFragment(recipe)}`);
  } catch (error) {
    showError(error);
  }
}
