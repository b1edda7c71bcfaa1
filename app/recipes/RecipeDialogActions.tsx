import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FudebakoError } from '#core/base/errors.ts';
import type { Desk } from '../desk/desk.ts';
import { showError } from '../messages/errors.ts';
import { useSavedPicture } from '../storage/use-saved-picture.ts';
import { ACCEPTED_PICTURES } from '../ui/accepted-pictures.ts';
import { type Action, useOfferActions } from '../ui/actions.ts';
import { openDialog } from './recipe-dialogs.ts';

export default function RecipeDialogActions({ session }: { readonly session: Desk }) {
  const { t, ready } = useTranslation(['app', 'core', 'recipe']);
  const isSaved = useSavedPicture();
  const cancel = session.use(({ busy }) => busy?.cancel);
  const actions: readonly Action[] = [
    {
      id: 'open-file',
      label: t('recipe:menu.openFile'),
      run: () => chooseFile(session),
    },
    {
      id: 'paste-picture',
      label: t('recipe:menu.pastePicture'),
      run: () => void pastePicture(session),
    },
    {
      id: 'load-last',
      label: t('common.loadLastImage'),
      run: () => void session.openSaved(),
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

function chooseFile(session: Desk): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = ACCEPTED_PICTURES;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void session.openFile(file);
  });
  input.click();
}

async function pastePicture(session: Desk): Promise<void> {
  try {
    for (const item of await navigator.clipboard.read()) {
      const type = item.types.find((each) => each.startsWith('image/'));
      if (!type) continue;
      const blob = await item.getType(type);
      const extension = type.slice('image/'.length).replace('svg+xml', 'svg');
      return await session.openFile(new File([blob], `image.${extension}`, { type }), 'imagePaste');
    }
    showError(new FudebakoError('imagePaste'));
  } catch (cause) {
    showError(new FudebakoError('imagePaste', {}, { cause }));
  }
}
