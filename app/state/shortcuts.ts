import { useEffect } from 'react';

/** True while someone types: shortcuts that edit are then the field's own. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'button', 'file'].includes(target.type);
}

/** True for a key that an input method is still composing with; Safari only tells by the code 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

/** Elements that use single keys themselves, such as lists with typeahead, and whatever lies over the page. */
const TAKES_KEYS = 'dialog, [role=dialog], [role=alertdialog], [role=listbox], [role=menu], select';

/** True for a key that may be a shortcut of the open tool. */
export const mayBeShortcut = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.altKey &&
  !isComposing(event) &&
  !isTyping(event.target) &&
  !(event.target instanceof Element && event.target.closest(TAKES_KEYS)) &&
  !document.querySelector('dialog[open]');

/** True on devices whose shortcuts are pressed with ⌘. */
export const isApple = (): boolean => typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);

/** Ctrl/Cmd+Z undoes, Ctrl/Cmd+Shift+Z (and Ctrl+Y) redoes, unless someone types. */
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
