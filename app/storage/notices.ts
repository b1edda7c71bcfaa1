import { create } from 'zustand';
import { localKeys } from './storage-keys.ts';

/** Kinds of notices. A notice is a message that needs no answer. */
export type NoticeKind = 'filesNotKept' | 'settingsNotKept' | 'setAside' | 'clearedElsewhere' | 'work';

interface NoticesState {
  readonly shown: readonly NoticeKind[];
  readonly closed: readonly NoticeKind[];
}

export const useNotices = create<NoticesState>(() => ({ shown: [], closed: [] }));

export function showNotice(kind: NoticeKind): void {
  useNotices.setState(({ shown, closed }) =>
    shown.includes(kind) || closed.includes(kind) ? {} : { shown: [...shown, kind] },
  );
}

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

export function closeNotice(kind: NoticeKind): void {
  useNotices.setState(({ shown, closed }) => ({
    shown: shown.filter((other) => other !== kind),
    closed: [...closed, kind],
  }));
}
