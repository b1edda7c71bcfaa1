import { useEffect } from 'react';
import { savedPicture, useHasSaved } from './storage.ts';

/** Whether an image is saved for later, also by another tab: storage is read again when this tab is returned to. */
export function useSavedPicture(): boolean {
  useEffect(() => {
    const look = () => void savedPicture.look();
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  return useHasSaved();
}
