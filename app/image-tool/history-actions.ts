import { Redo2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OperationId } from '#core/operations/index.ts';
import { desk } from '../desk/desk.ts';
import { DESK_CHANGES } from '../desk/document.ts';
import type { VisitorDocument } from '../document/document.ts';
import type { BarAction } from '../ui/screen/ActionBar.tsx';
import { isApple } from '../ui/shortcuts.ts';

/** Returns Undo and Redo of a document. `nameOf` translates a change's label, as a noun in the page's language. */
export function useDocumentHistory<Value>(
  { use, undo, redo }: Pick<VisitorDocument<Value>, 'use' | 'undo' | 'redo'>,
  nameOf: (label: string) => string | undefined,
): readonly BarAction[] {
  const { t } = useTranslation();
  const { past, future } = use((state) => state.history);
  const [last, next] = [past.at(-1), future[0]];
  const [undone, redone] = [last && nameOf(last.label), next && nameOf(next.label)];
  return [
    {
      id: 'undo',
      label: undone ? t('common.undoNamed', { change: undone }) : t('common.undo'),
      icon: Undo2,
      iconOnly: true,
      run: undo,
      disabled: !last,
      shortcut: isApple() ? '⌘Z' : 'Ctrl+Z',
    },
    {
      id: 'redo',
      label: redone ? t('common.redoNamed', { change: redone }) : t('common.redo'),
      icon: Redo2,
      iconOnly: true,
      run: redo,
      disabled: !next,
      shortcut: isApple() ? '⇧⌘Z' : 'Ctrl+Shift+Z',
    },
  ];
}

/** Returns Undo and Redo of the open image. */
export function useDeskHistory(): readonly BarAction[] {
  const { t, i18n } = useTranslation(['app', 'core', 'recipe']);
  return useDocumentHistory({ use: desk.document.use, undo: desk.undo, redo: desk.redo }, (label) => {
    const change = DESK_CHANGES.find((each) => each === label);
    if (change) return t(`recipe:changes.${change}`);
    const name = `core:operations.${label as OperationId}.name` as const;
    if (!i18n.exists(name)) return undefined;
    // In the middle of an English sentence, an operation's name starts with a small letter.
    return i18n.language === 'en' ? t(name).charAt(0).toLowerCase() + t(name).slice(1) : t(name);
  });
}
