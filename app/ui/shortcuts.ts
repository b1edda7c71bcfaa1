import { useEffect, useRef } from 'react';
import { isComposing, isTyping } from './keys.ts';

/** Elements that handle keys without modifiers themselves: lists with a selection, and overlays. */
const TAKES_KEYS = 'dialog, [role=dialog], [role=alertdialog], [role=listbox], [role=menu], select';

export const mayBeShortcut = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.altKey &&
  !isComposing(event) &&
  !isTyping(event.target) &&
  !(event.target instanceof Element && event.target.closest(TAKES_KEYS)) &&
  !document.querySelector('dialog[open]');

/** Runs an action on Ctrl/Cmd+C, if nothing is selected that the browser would copy. */
export function useCopyShortcut(run: (() => void) | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCopy = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'c';
      if (!isCopy || !mayBeShortcut(event) || !latest.current || getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

export const isApple = (): boolean => typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);

/** Handles the keys for undo (Ctrl/Cmd+Z) and redo (Ctrl/Cmd+Shift+Z, Ctrl+Y). */
export function useUndoShortcuts(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isComposing(event) || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const back = key === 'z' && !event.shiftKey;
      const forward = (key === 'z' && event.shiftKey) || (key === 'y' && event.ctrlKey);
      if (!back && !forward) return;
      event.preventDefault();
      (back ? undo : redo)();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [undo, redo]);
}
