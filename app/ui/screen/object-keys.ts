import { useEffect, useRef } from 'react';
import { mayBeShortcut } from '../shortcuts.ts';

/** Elements with focus in which Delete removes the selected object. */
const SELECTS_OBJECTS = '.stage-viewport, [role=tab], [role=tabpanel]';

interface ObjectKeys {
  readonly remove: () => void;
  readonly duplicate: () => void;
}

/** Handles Delete (remove) and Ctrl/Cmd+D (duplicate) for the selected object, except in text fields. */
export function useObjectKeys(keys: ObjectKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!mayBeShortcut(event)) return;
      const { target, key, repeat } = event;
      const hasCommand = event.ctrlKey || event.metaKey;
      const isObject = target === document.body || (target instanceof Element && target.closest(SELECTS_OBJECTS));
      if (hasCommand && key.toLowerCase() === 'd' && !event.shiftKey) {
        event.preventDefault();
        if (!repeat) latest.current.duplicate();
      } else if (!hasCommand && (key === 'Delete' || key === 'Backspace') && isObject) {
        event.preventDefault();
        if (!repeat) latest.current.remove();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
