import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { setPendingRecipe, usePendingRecipe } from '../desk/pending-recipe.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { OfferDialog } from './OfferDialog.tsx';
import { closeDialog, useRecipeDialogs } from './recipe-dialogs.ts';
import './recipe.css';

const RecipesDialog = lazy(() => import('./RecipesDialog.tsx'));

const dialogs = { offer: OfferDialog, recipes: RecipesDialog, keys: KeysDialog } as const;
const TITLE = 'recipe-dialog-title';

export default function OpenRecipeDialog() {
  const { t, ready } = useTranslation(['app', 'recipe']);
  const dialog = useRecipeDialogs((state) => state.dialog);
  const Body = dialog && dialogs[dialog];
  if (!ready) return null;
  return (
    <>
      <PendingRecipeNote />
      <Dialog
        open={dialog !== undefined}
        onClose={closeDialog}
        className="w-[min(34rem,calc(100vw-24px))]"
        aria-labelledby={TITLE}
      >
        {Body && (
          <div className="recipe-dialog">
            <Suspense>
              <Body titleId={TITLE} />
            </Suspense>
            <div className="flex justify-end">
              <Button onClick={closeDialog}>{t('common.close')}</Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
}

function PendingRecipeNote() {
  const { t } = useTranslation(['app', 'recipe']);
  const isPending = usePendingRecipe(({ recipe }) => recipe !== undefined);
  return (
    <div role="status" className={isPending ? 'recipe-dialog-note' : 'sr-only'}>
      {isPending && (
        <>
          <span>{t('recipe:offer.waiting')}</span>
          <Button size="small" onClick={() => setPendingRecipe(undefined)}>
            {t('common.cancel')}
          </Button>
        </>
      )}
    </div>
  );
}
