import { useEffect } from 'react';
import { isComposing, isTyping } from '../../state/shortcuts.ts';
import type { Deck } from './deck.ts';

/** How far an arrow key goes, in seconds. */
const SEEK_SECONDS = 5;

const SEEK_KEYS: readonly string[] = ['ArrowLeft', 'ArrowRight'];

/** Space plays and pauses, the arrows seek, comma and full stop go by single frames, unless a control wants the key. */
export function usePlayerKeys(deck: Deck): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event) || isTyping(event.target)) return;
      if (!deck.use.getState().loaded || isTaken(event)) return;
      const act = actionOf(event.key, deck);
      if (!act) return;
      event.preventDefault();
      // A key that is held goes on seeking.
      if (SEEK_KEYS.includes(event.key)) deck.holdPosition();
      act();
    };
    const release = (event: KeyboardEvent) => SEEK_KEYS.includes(event.key) && deck.releasePosition();
    const releaseAll = () => deck.releasePosition();
    // Before the controls: the seek bar would take the arrows for steps of its own.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    window.addEventListener('keyup', release, { capture: true });
    window.addEventListener('blur', releaseAll);
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      window.removeEventListener('keyup', release, { capture: true });
      window.removeEventListener('blur', releaseAll);
    };
  }, [deck]);
}

function actionOf(key: string, deck: Deck): (() => void) | undefined {
  switch (key) {
    case ' ':
      return () => deck.togglePlay();
    case 'ArrowLeft':
      return () => deck.seekBy(-SEEK_SECONDS);
    case 'ArrowRight':
      return () => deck.seekBy(SEEK_SECONDS);
    case ',':
      return () => deck.step(-1);
    case '.':
      return () => deck.step(1);
    default:
      return undefined;
  }
}

/** True where the focused control has its own use for the key. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role=dialog],[role=listbox],[role=menu],dialog')) return true;
  if (key === ' ') return target.closest('button,a,summary,[role=button]') !== null;
  if (!key.startsWith('Arrow')) return false;
  return target.closest('input:not([data-seek]),[aria-haspopup]') !== null;
}
