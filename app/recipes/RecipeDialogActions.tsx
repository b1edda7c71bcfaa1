import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FudebakoError } from '#core/base/errors.ts';
import type { Desk } from '../desk/desk.ts';
import { showError } from '../notices/error-queue.ts';
import { useSavedImage } from '../storage/use-saved-image.ts';
import { ACCEPTED_IMAGES } from '../ui/accepted-images.ts';
import { type Action, useOfferActions } from '../ui/actions.ts';
import { isApple } from '../ui/shortcuts.ts';
import { openDialog } from './recipe-dialogs.ts';

export default function RecipeDialogActions({ screen }: { readonly screen: Desk }) {
  const { t, ready } = useTranslation(['app', 'core', 'recipe']);
  const isSaved = useSavedImage();
  const cancel = screen.use(({ busy }) => busy?.cancel);
  const actions: readonly Action[] = [
    {
      id: 'open-file',
      label: t('recipe:menu.openFile'),
      run: () => chooseFile(screen),
    },
    {
      id: 'paste-image',
      label: t('recipe:menu.pasteImage'),
      run: () => void pasteImage(screen),
      shortcut: isApple() ? '⌘V' : 'Ctrl+V',
    },
    {
      id: 'load-last',
      label: t('common.loadLastImage'),
      run: () => void screen.openSaved(),
      disabled: cancel !== undefined || !isSaved,
      reason: isSaved ? t('common.working') : t('core:errors.imageNotStored'),
    },
    { id: 'cancel', label: t('recipe:menu.cancel'), run: () => cancel?.(), disabled: cancel === undefined },
    { id: 'keys', label: t('recipe:menu.keys'), run: () => openDialog('keys'), shortcut: '?' },
  ];
  return ready && <Offered actions={actions} />;
}

/** Registers the actions again only if a label or state has changed. */
function Offered({ actions }: { readonly actions: readonly Action[] }) {
  const key = actions.map(({ id, label, disabled }) => `${id} ${label} ${disabled}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains every relevant property
  useOfferActions(useMemo(() => actions, [key]));
  return null;
}

function chooseFile(screen: Desk): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = ACCEPTED_IMAGES;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void screen.openFile(file);
  });
  input.click();
}

async function pasteImage(screen: Desk): Promise<void> {
  try {
    for (const item of await navigator.clipboard.read()) {
      const type = item.types.find((each) => each.startsWith('image/'));
      if (!type) continue;
      const blob = await item.getType(type);
      const extension = type.slice('image/'.length).replace('svg+xml', 'svg');
      return await screen.openFile(new File([blob], `image.${extension}`, { type }), 'imagePaste');
    }
    showError(new FudebakoError('imagePaste'));
  } catch (cause) {
    showError(new FudebakoError('imagePaste', {}, { cause }));
  }
}
