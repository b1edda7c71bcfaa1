import { localKeys } from './storage-keys.ts';

const SET_ASIDE_KEY = localKeys.setAside.key;

export function hasUnreadableFiles(): boolean {
  try {
    return localStorage.getItem(SET_ASIDE_KEY) !== null;
  } catch {
    return false;
  }
}

export function recordUnreadableFiles(is: boolean): void {
  try {
    if (is) localStorage.setItem(SET_ASIDE_KEY, 'yes');
    else localStorage.removeItem(SET_ASIDE_KEY);
  } catch {}
}
