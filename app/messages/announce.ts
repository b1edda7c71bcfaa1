import { create } from 'zustand';

/** A short message that an action is complete, for actions without a visible result. */
interface Announcement {
  readonly text: string | undefined;
  /** Number of the announcement, so that a repeated text is announced again. */
  readonly count: number;
}

export const useAnnouncement = create<Announcement>(() => ({ text: undefined, count: 0 }));

export const announce = (text: string): void => useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
