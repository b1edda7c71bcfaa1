import { useEffect } from 'react';
import { openPalette } from '../state/palette.ts';

/** The code of every key that an input method keeps for itself. */
const COMPOSING_KEY_CODE = 229;

/** Whether a key belongs to an input method that is composing, and so to nobody else. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === COMPOSING_KEY_CODE;

/** Ctrl+K and ⌘K open the palette, wherever focus is. */
export function usePaletteShortcut(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || event.altKey || event.shiftKey) return;
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      openPalette();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
