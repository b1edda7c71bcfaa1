import { useNavigate } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { findOperation } from '#core/operations/index.ts';
import { describeValues, stepName } from '#core/recipes/describe.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { coreWords } from '../locales/i18n.ts';
import { Button } from '../ui/Button.tsx';
import { applyRecipe } from './apply-recipe.ts';
import { type OfferedRecipe, openDialog, useRecipeDialogs } from './recipe-dialogs.ts';

const OutputsOffer = lazy(() => import('./OutputsOffer.tsx'));

const NOTHING: OfferedRecipe = { recipe: [] };

export interface DialogBodyProps {
  readonly titleId: string;
}

export function RecipeSteps({ recipe }: { readonly recipe: Recipe }) {
  const words = coreWords();
  return (
    <ol className="recipe-dialog-steps">
      {recipe.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has no ID except its index
        <li key={index}>
          <strong>{stepName(step, words)}</strong>
          {describeValues(step, words).map(({ label, value }) => (
            <span key={label} className="recipe-dialog-value">
              {label} {value}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** Dialog that describes a recipe from a link, file or the clipboard. The recipe runs only after confirmation. */
export function OfferDialog({ titleId }: DialogBodyProps) {
  const { t } = useTranslation(['app', 'recipe']);
  const navigate = useNavigate();
  const offered = useRecipeDialogs((state) => state.offered) ?? NOTHING;
  const { recipe, outputs } = offered;
  const hasImage = useRecipeDialogs((state) => state.tool)?.screen.use.getState().image !== undefined;
  const fits = recipe.every(({ operation }) => findOperation(operation)?.output === 'image');
  return (
    <>
      <h2 id={titleId} className="text-heading">
        {t('recipe:offer.title')}
      </h2>
      {!(outputs && recipe.length === 0) && (
        <p className="text-muted">{recipe.length === 0 ? t('recipe:offer.empty') : t('recipe:offer.lead')}</p>
      )}
      <RecipeSteps recipe={recipe} />
      {!fits && <p role="alert">{t('recipe:offer.notHere')}</p>}
      {outputs && (
        <Suspense>
          <OutputsOffer offered={offered} runs={fits} />
        </Suspense>
      )}
      {!outputs && recipe.length > 0 && fits && (
        <div className="recipe-dialog-buttons">
          <Button look="primary" data-first-focus="" onClick={() => applyRecipe(recipe, navigate)}>
            {hasImage ? t('recipe:offer.apply') : t('recipe:offer.applyNext')}
          </Button>
          <Button onClick={() => openDialog('savePreset')}>{t('recipe:offer.save')}</Button>
        </div>
      )}
    </>
  );
}
