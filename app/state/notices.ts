import { create } from 'zustand';
import { localKeys } from './storage-keys.ts';

/** What a visitor should know and need not answer. */
export type NoticeKind = 'filesNotKept' | 'settingsNotKept' | 'setAside' | 'clearedElsewhere' | 'work';

interface NoticesState {
  /** In the order in which they came, each kind once. */
  readonly shown: readonly NoticeKind[];
  /** What has been closed is not shown again on this visit. */
  readonly closed: readonly NoticeKind[];
}

export const useNotices = create<NoticesState>(() => ({ shown: [], closed: [] }));

export function showNotice(kind: NoticeKind): void {
  useNotices.setState(({ shown, closed }) =>
    shown.includes(kind) || closed.includes(kind) ? {} : { shown: [...shown, kind] },
  );
}

const SET_ASIDE_KEY = localKeys.setAside.key;

export function hasSetAside(): boolean {
  try {
    return localStorage.getItem(SET_ASIDE_KEY) !== null;
  } catch {
    return false;
  }
}

export function noteSetAside(is: boolean): void {
  try {
    if (is) localStorage.setItem(SET_ASIDE_KEY, 'yes');
    else localStorage.removeItem(SET_ASIDE_KEY);
  } catch {
    // Then there is no next visit that would find it.
  }
}

export function closeNotice(kind: NoticeKind): void {
  useNotices.setState(({ shown, closed }) => ({
    shown: shown.filter((other) => other !== kind),
    closed: [...closed, kind],
  }));
}
