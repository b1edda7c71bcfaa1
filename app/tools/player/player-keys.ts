import { useEffect } from 'react';
import { isComposing, isTyping } from '../../ui/keys.ts';
import type { PlayerController } from './player-controller.ts';

const SEEK_SECONDS = 5;

const SEEK_KEYS: readonly string[] = ['ArrowLeft', 'ArrowRight'];

/** Keyboard shortcuts of the video player: Space toggles playback, arrows seek, comma and period step one frame. */
export function usePlayerKeys(controller: PlayerController): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event) || isTyping(event.target)) return;
      if (!controller.use.getState().loaded || isHandledByControl(event)) return;
      const act = actionOf(event.key, controller);
      if (!act) return;
      event.preventDefault();
      if (SEEK_KEYS.includes(event.key)) controller.holdPosition();
      act();
    };
    const release = (event: KeyboardEvent) => SEEK_KEYS.includes(event.key) && controller.releasePosition();
    const releaseAll = () => controller.releasePosition();
    // Handles keys in the capture phase, before the seek bar handles arrow keys.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    window.addEventListener('keyup', release, { capture: true });
    window.addEventListener('blur', releaseAll);
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      window.removeEventListener('keyup', release, { capture: true });
      window.removeEventListener('blur', releaseAll);
    };
  }, [controller]);
}

function actionOf(key: string, controller: PlayerController): (() => void) | undefined {
  switch (key) {
    case ' ':
      return () => controller.togglePlay();
    case 'ArrowLeft':
      return () => controller.seekBy(-SEEK_SECONDS);
    case 'ArrowRight':
      return () => controller.seekBy(SEEK_SECONDS);
    case ',':
      return () => controller.step(-1);
    case '.':
      return () => controller.step(1);
    default:
      return undefined;
  }
}

function isHandledByControl({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role=dialog],[role=listbox],[role=menu],dialog')) return true;
  if (key === ' ') return target.closest('button,a,summary,[role=button]') !== null;
  if (!key.startsWith('Arrow')) return false;
  return target.closest('input:not([data-seek]),[aria-haspopup]') !== null;
}
