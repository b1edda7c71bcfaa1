import { useLocation, useNavigate } from '@remix-run/react';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { hasRecipeFragment } from '#core/recipes/link.ts';
import { Button } from '../../../parts/Button.tsx';
import { Dialog } from '../../../parts/Dialog.tsx';
import { type Action, useOfferActions } from '../../../state/actions.ts';
import { closeDialog, offerRecipe, openDialog, useDesk } from '../../../state/chain/desk.ts';
import { readRecipeText, seemsRecipe } from '../../../state/chain/recipe-text.ts';
import { letWait, useWaiting } from '../../../state/chain/waiting.ts';
import { showError } from '../../../state/errors.ts';
import { ACCEPTED_PICTURES } from '../../../state/picture-session.ts';
import { isComposing, isTyping } from '../../../state/shortcuts.ts';
import { ContinueDialog } from './ContinueDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { OfferDialog } from './OfferDialog.tsx';
import './chain.css';

/** With a form, files and downloads, and not often asked for. */
const RecipesDialog = lazy(() => import('./RecipesDialog.tsx'));

const dialogs = { offer: OfferDialog, recipes: RecipesDialog, continue: ContinueDialog, keys: KeysDialog } as const;
const TITLE = 'desk-title';

/** What is there on every screen for chains of steps: recipes from links and the clipboard, the list of kept ones, the keys. */
export default function Desk() {
  const { t, ready } = useTranslation(['app', 'chain']);
  const dialog = useDesk((state) => state.dialog);
  useLinks();
  usePastedRecipes();
  useHelpKey();
  const Body = dialog && dialogs[dialog];
  if (!ready) return null;
  return (
    <>
      <PaletteActions />
      <WaitingNote />
      <Dialog
        open={dialog !== undefined}
        onClose={closeDialog}
        className="w-[min(34rem,calc(100vw-24px))]"
        aria-labelledby={TITLE}
      >
        {Body && (
          <div className="desk-dialog">
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

/** Shows what the recipe of a text does. */
async function offerText(text: string): Promise<void> {
  try {
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

function usePastedRecipes(): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData } = event;
      if (event.defaultPrevented || isTyping(event.target) || !clipboardData || clipboardData.files.length > 0) return;
      const text = clipboardData.getData('text/plain');
      if (!seemsRecipe(text)) return;
      event.preventDefault();
      void offerText(text);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}

/** `?` shows the keys, unless somebody types or composes. */
function useHelpKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isHelp = event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isHelp || event.defaultPrevented || isComposing(event) || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      openDialog('keys');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function WaitingNote() {
  const { t } = useTranslation(['app', 'chain']);
  const isWaiting = useWaiting(({ recipe }) => recipe !== undefined);
  return (
    <div role="status" className={isWaiting ? 'desk-note' : 'sr-only'}>
      {isWaiting && (
        <>
          <span>{t('chain:offer.waiting')}</span>
          <Button size="small" onClick={() => letWait(undefined)}>
            {t('common.cancel')}
          </Button>
        </>
      )}
    </div>
  );
}

/** What the palette can do with the tool on the screen, beside its own actions. */
function PaletteActions() {
  const session = useDesk((state) => state.tool?.session);
  return session && <SessionActions session={session} />;
}

type Session = NonNullable<ReturnType<typeof useDesk.getState>['tool']>['session'];

function SessionActions({ session }: { readonly session: Session }) {
  const { t } = useTranslation(['app', 'chain']);
  const cancel = session.use(({ busy }) => busy?.cancel);
  const actions: readonly Action[] = [
    {
      id: 'open-file',
      label: t('chain:menu.openFile'),
      run: () => chooseFile(session),
      disabled: cancel !== undefined,
    },
    {
      id: 'paste-picture',
      label: t('chain:menu.pastePicture'),
      run: () => void pastePicture(session),
      disabled: cancel !== undefined,
    },
    { id: 'cancel', label: t('chain:menu.cancel'), run: () => cancel?.(), disabled: cancel === undefined },
    { id: 'keys', label: t('chain:menu.keys'), run: () => openDialog('keys'), shortcut: '?' },
  ];
  return <Offered actions={actions} />;
}

/** Offers what stays the same between two drawings once. */
function Offered({ actions }: { readonly actions: readonly Action[] }) {
  const key = actions.map(({ id, label, disabled }) => `${id} ${label} ${disabled}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what of them matters
  useOfferActions(useMemo(() => actions, [key]));
  return null;
}

function chooseFile(session: Session): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = ACCEPTED_PICTURES;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void session.openFile(file);
  });
  input.click();
}

async function pastePicture(session: Session): Promise<void> {
  try {
    for (const item of await navigator.clipboard.read()) {
      const type = item.types.find((each) => each.startsWith('image/'));
      if (!type) continue;
      const blob = await item.getType(type);
      const extension = type.slice('image/'.length).replace('svg+xml', 'svg');
      return await session.openFile(new File([blob], `image.${extension}`, { type }), 'imagePaste');
    }
    const { FudebakoError } = await import('#core/base/errors.ts');
    showError(new FudebakoError('imagePaste'));
  } catch (cause) {
    const { FudebakoError } = await import('#core/base/errors.ts');
    showError(new FudebakoError('imagePaste', {}, { cause }));
  }
}
