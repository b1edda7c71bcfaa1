import { useEffect } from 'react';
import { savedImage, useHasSaved } from './storage.ts';

/** True if an image is saved for later. Checks again when this tab becomes visible: another tab may save an image. */
export function useSavedImage(): boolean {
  useEffect(() => {
    const look = () => void savedImage.look();
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  return useHasSaved();
}
