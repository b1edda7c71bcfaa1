import { useLayoutEffect } from 'react';
import { isComposing } from '../ui/keys.ts';
import { togglePalette } from './palette.ts';

export function usePaletteShortcut(): void {
  // Adds the listener before the first paint, because a visitor may press the keys immediately.
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
