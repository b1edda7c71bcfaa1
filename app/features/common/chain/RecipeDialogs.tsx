import { useLocation, useNavigate } from '@remix-run/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { hasRecipeFragment } from '#core/recipes/recipe-fragment.ts';
import { useWaiting } from '../../../state/chain/pending-recipe.ts';
import { offerRecipe, openDialog, useRecipeDialogs } from '../../../state/chain/recipe-dialogs.ts';
import { showError } from '../../../state/errors.ts';
import { isComposing, isTyping } from '../../../state/shortcuts.ts';

// What reads a recipe knows every operation: too much for a page on which none has come.
const readText = () => import('../../../state/chain/recipe-text.ts');
const OpenRecipeDialog = lazy(() => import('./OpenRecipeDialog.tsx'));
const RecipeDialogActions = lazy(() => import('./RecipeDialogActions.tsx'));

/** What was pressed or pasted before anything listened here. */
export interface EarlyCall {
  readonly text?: string | undefined;
  readonly key?: string;
}

interface RecipeDialogsProps {
  readonly early: { readonly current: EarlyCall };
  /** From now on it listens itself. */
  readonly onReady: () => void;
}

/** What is there on every screen for chains of steps: recipes from links and the clipboard, the list of kept ones, the keys. */
export default function RecipeDialogs({ early, onReady }: RecipeDialogsProps) {
  const session = useRecipeDialogs((state) => state.tool?.session);
  const hasDialog = useRecipeDialogs((state) => state.dialog !== undefined);
  const isWaiting = useWaiting(({ recipe }) => recipe !== undefined);
  const [wanted, setWanted] = useState(false);
  if ((hasDialog || isWaiting) && !wanted) setWanted(true);
  useLinks();
  usePastedRecipes();
  useHelpKey();
  // Once: it stays for the visit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was early does not change any more
  useEffect(() => {
    onReady();
    const { text, key } = early.current;
    if (text) offerIfRecipe(text);
    else if (key === HELP) openDialog('keys');
  }, []);
  return (
    <Suspense>
      {session && <RecipeDialogActions session={session} />}
      {wanted && <OpenRecipeDialog />}
    </Suspense>
  );
}

/** Shows what the recipe of a text does. */
async function offerText(text: string): Promise<void> {
  try {
    const { readRecipeText } = await readText();
    offerRecipe((await readRecipeText(text)).recipe);
  } catch (error) {
    showError(error);
  }
}

/** A link's recipe is asked about once; the address is then the tool's own again. */
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
  void readText().then(({ seemsRecipe }) => (seemsRecipe(text) ? offerText(text) : undefined));
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

/** Shows the keys that work here. */
const HELP = '?';

/** `?` shows the keys, unless somebody types or composes. */
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
