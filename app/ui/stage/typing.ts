import { useEffect, useSyncExternalStore } from 'react';
import { mayBeShortcut } from '../shortcuts.ts';

export interface FieldRef {
  current: HTMLTextAreaElement | null;
}

function onCursorChange(listener: () => void): () => void {
  const listening = new AbortController();
  for (const type of ['selectionchange', 'focusin', 'focusout', 'input'])
    document.addEventListener(type, listener, { signal: listening.signal });
  return () => listening.abort();
}

/** Returns the offset of a text field's caret; undefined without the focus. */
export function useCursor(field: FieldRef): number | undefined {
  return useSyncExternalStore(onCursorChange, () => {
    const element = field.current;
    if (!element || document.activeElement !== element) return undefined;
    return element.selectionDirection === 'backward' ? element.selectionStart : element.selectionEnd;
  });
}

/** True for the key of a letter or digit, also of an input method. */
export const isLetter = (key: string): boolean => key === 'Process' || /^[\p{L}\p{N}]$/u.test(key);

/** Lets letters that are typed while nothing has the focus go where `begin` moves the focus. */
export function useTypingStart(begin: (() => void) | undefined): void {
  useEffect(() => {
    if (!begin) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey } = event;
      if (!isLetter(key) || ctrlKey || metaKey || target !== document.body || !mayBeShortcut(event)) return;
      // The browser types the letter into the field that has the focus now. It is no shortcut.
      event.stopPropagation();
      begin();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [begin]);
}
