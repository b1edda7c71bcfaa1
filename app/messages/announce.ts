import { create } from 'zustand';

/** A short message about a completed action that is otherwise invisible. */
interface Announcement {
  readonly text: string | undefined;
  /** Number that distinguishes equal consecutive messages. */
  readonly count: number;
}

export const useAnnouncement = create<Announcement>(() => ({ text: undefined, count: 0 }));

export const announce = (text: string): void => useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
