import { useEffect } from 'react';
import { takeOne } from './left-out.ts';
import { isAccepted } from './picture-session.ts';
import { isTyping } from './shortcuts.ts';

/** Calls back with a picture that is pasted anywhere on the screen, except as text into a field. */
export function usePastedFile(onFile: (file: File) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const pictures = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      if (isTyping(event.target) && event.clipboardData?.types.includes('text/plain')) return;
      if (pictures.length === 0) return;
      event.preventDefault();
      const file = takeOne(pictures, isAccepted);
      if (file) onFile(file);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [onFile]);
}
