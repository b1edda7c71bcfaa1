import { useLocation, useNavigate } from '@remix-run/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { hasRecipeFragment } from '#core/recipes/recipe-fragment.ts';
import { usePendingRecipe } from '../desk/pending-recipe.ts';
import { showError } from '../notices/error-queue.ts';
import { isComposing, isTyping } from '../ui/keys.ts';
import { offerRecipe, openDialog, useRecipeDialogs } from './recipe-dialogs.ts';

// Loads dialogs on demand, because the recipe parser includes every operation.
const readText = () => import('../intake/recipe-text.ts');
const OpenRecipeDialog = lazy(() => import('./OpenRecipeDialog.tsx'));
const RecipeDialogActions = lazy(() => import('./RecipeDialogActions.tsx'));

/** A paste or key press that arrived before `RecipeDialogs` was loaded. */
export interface EarlyCall {
  readonly text?: string | undefined;
  readonly key?: string;
}

interface RecipeDialogsProps {
  readonly early: { readonly current: EarlyCall };
  /** Called once `RecipeDialogs` handles pastes and key presses itself. */
  readonly onReady: () => void;
}

export default function RecipeDialogs({ early, onReady }: RecipeDialogsProps) {
  const screen = useRecipeDialogs((state) => state.tool?.screen);
  const hasDialog = useRecipeDialogs((state) => state.dialog !== undefined);
  const isPending = usePendingRecipe(({ recipe }) => recipe !== undefined);
  const [wanted, setWanted] = useState(false);
  if ((hasDialog || isPending) && !wanted) setWanted(true);
  useLinks();
  usePastedRecipes();
  useHelpKey();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the early call never changes
  useEffect(() => {
    onReady();
    const { text, key } = early.current;
    if (text) offerIfRecipe(text);
    else if (key === HELP) openDialog('keys');
  }, []);
  return (
    <Suspense>
      {screen && <RecipeDialogActions screen={screen} />}
      {wanted && <OpenRecipeDialog />}
    </Suspense>
  );
}

async function offerText(text: string): Promise<void> {
  try {
    const { readRecipeText } = await readText();
    offerRecipe(await readRecipeText(text));
  } catch (error) {
    showError(error);
  }
}

/** Shows the recipe in the URL's fragment once, then removes the fragment. */
function useLinks(): void {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!hasRecipeFragment(hash)) return;
    navigate(pathname + search, { replace: true, preventScrollReset: true });
    void offerText(hash);
  }, [hash, pathname, search, navigate]);
}

function offerIfRecipe(text: string): void {
  void readText().then(({ looksLikeRecipe }) => (looksLikeRecipe(text) ? offerText(text) : undefined));
}

function usePastedRecipes(): void {
  useEffect(() => {
    const onPaste = ({ clipboardData, defaultPrevented, target }: ClipboardEvent) => {
      if (defaultPrevented || isTyping(target) || !clipboardData || clipboardData.files.length > 0) return;
      const text = clipboardData.getData('text/plain');
      if (text !== '') offerIfRecipe(text);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}

const HELP = '?';

/** Opens the list of shortcuts on `?`, except during text input. */
function useHelpKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isHelp = event.key === HELP && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isHelp || event.defaultPrevented || isComposing(event) || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      openDialog('keys');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
