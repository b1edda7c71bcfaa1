import { create } from 'zustand';

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

export function closeNotice(kind: NoticeKind): void {
  useNotices.setState(({ shown, closed }) => ({
    shown: shown.filter((other) => other !== kind),
    closed: [...closed, kind],
  }));
}
