import { create } from 'zustand';

/** Kinds of notices. A notice is a message that needs no answer. */
export type NoticeKind = 'filesNotKept' | 'storageSlow' | 'settingsNotKept' | 'setAside' | 'clearedElsewhere' | 'work';

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

/** Removes a notice that is no longer true. Unlike a closed notice, it may appear again. */
export function withdrawNotice(kind: NoticeKind): void {
  useNotices.setState(({ shown }) => ({ shown: shown.filter((other) => other !== kind) }));
}

export function closeNotice(kind: NoticeKind): void {
  useNotices.setState(({ shown, closed }) => ({
    shown: shown.filter((other) => other !== kind),
    closed: [...closed, kind],
  }));
}
