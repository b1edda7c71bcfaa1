import { Redo2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BarAction } from '../ui/screen/ActionBar.tsx';
import { isApple } from '../ui/shortcuts.ts';

export interface Steps {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export function useHistoryActions({ undo, redo, canUndo, canRedo }: Steps): readonly BarAction[] {
  const { t } = useTranslation();
  const keys = shortcutKeys();
  return [
    {
      id: 'undo',
      label: t('common.undo'),
      icon: Undo2,
      iconOnly: true,
      run: undo,
      disabled: !canUndo,
      shortcut: keys.undo,
    },
    {
      id: 'redo',
      label: t('common.redo'),
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
