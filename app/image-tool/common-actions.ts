import { useTranslation } from 'react-i18next';
import type { Recipe } from '#core/recipes/recipe.ts';
import { recipeDocument } from '#core/recipes/recipe-form.ts';
import type { Action } from '../ui/actions.ts';
import { copyText } from '../ui/copy.ts';

interface CopiedWork {
  readonly recipe: () => Recipe;
  readonly command: () => string;
  readonly disabled?: boolean;
  readonly paste: () => unknown;
  readonly pasteDisabled?: boolean;
}

/** Returns Copy recipe, Copy command and Paste recipe. Computes the copied text only when an action runs. */
export function useCopyActions(): (work: CopiedWork) => readonly Action[] {
  const { t } = useTranslation();
  return ({ recipe, command, disabled, paste, pasteDisabled }) => [
    {
      id: 'copy-recipe',
      label: t('common.copyRecipe'),
      run: () => void copyText(JSON.stringify(recipeDocument(recipe()), null, 2)),
      disabled,
    },
    {
      id: 'copy-command',
      label: t('common.copyCommand'),
      run: () => void copyText(command()),
      disabled,
    },
    { id: 'paste-recipe', label: t('common.pasteRecipe'), run: () => void paste(), disabled: pasteDisabled },
  ];
}
