import { create } from 'zustand';

/** What a visitor should know and need not answer. */
export type NoticeKind = 'filesNotKept' | 'settingsNotKept' | 'setAside' | 'clearedElsewhere';

interface NoticesState {
  /** In the order in which they came, each kind once. */
  readonly shown: readonly NoticeKind[];
  /** What has been closed is not told again on this visit. */
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
