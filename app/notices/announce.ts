import { create } from 'zustand';

interface Announcement {
  readonly text: string | undefined;
  /** Number of the message. A new number makes screen readers announce a repeated text again. */
  readonly count: number;
}

export const useAnnouncement = create<Announcement>(() => ({ text: undefined, count: 0 }));

export const announce = (text: string): void => useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
