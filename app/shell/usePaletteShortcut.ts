import { useLayoutEffect } from 'react';
import { togglePalette } from '../state/palette.ts';
import { isComposing } from '../state/shortcuts.ts';

/** Ctrl+K and ⌘K open the palette, wherever focus is, and close it again. */
export function usePaletteShortcut(): void {
  // Before the page is seen: whoever sees it may press.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || event.altKey || event.shiftKey) return;
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      togglePalette();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
