import { Redo2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { VisitorDocument } from '../document/document.ts';
import type { BarAction } from '../ui/screen/ActionBar.tsx';
import { isApple } from '../ui/shortcuts.ts';

export interface Steps {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What undo and redo would change, as a noun in the page's language. */
  readonly undoName?: string | undefined;
  readonly redoName?: string | undefined;
}

/** Returns Undo and Redo of a document. `nameOf` translates a change's label. */
export function useDocumentHistory<Value>(
  { use, undo, redo }: VisitorDocument<Value>,
  nameOf: (label: string) => string | undefined,
): readonly BarAction[] {
  const { past, future } = use((state) => state.history);
  const [last, next] = [past.at(-1), future[0]];
  return useHistoryActions({
    undo,
    redo,
    canUndo: last !== undefined,
    canRedo: next !== undefined,
    undoName: last && nameOf(last.label),
    redoName: next && nameOf(next.label),
  });
}

export function useHistoryActions({ undo, redo, canUndo, canRedo, undoName, redoName }: Steps): readonly BarAction[] {
  const { t } = useTranslation();
  const keys = shortcutKeys();
  return [
    {
      id: 'undo',
      label: undoName ? t('common.undoNamed', { change: undoName }) : t('common.undo'),
      icon: Undo2,
      iconOnly: true,
      run: undo,
      disabled: !canUndo,
      shortcut: keys.undo,
    },
    {
      id: 'redo',
      label: redoName ? t('common.redoNamed', { change: redoName }) : t('common.redo'),
      icon: Redo2,
      iconOnly: true,
      run: redo,
      disabled: !canRedo,
      shortcut: keys.redo,
    },
  ];
}

function shortcutKeys(): { readonly undo: string; readonly redo: string } {
  return isApple() ? { undo: '⌘Z', redo: '⇧⌘Z' } : { undo: 'Ctrl+Z', redo: 'Ctrl+Shift+Z' };
}
