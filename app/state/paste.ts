import { useEffect } from 'react';
import { isTyping } from './shortcuts.ts';

/** Calls back with a picture that is pasted anywhere on the screen, except as text into a field. */
export function usePastedFile(onFile: (file: File) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (!file || (isTyping(event.target) && event.clipboardData?.types.includes('text/plain'))) return;
      event.preventDefault();
      onFile(file);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [onFile]);
}
