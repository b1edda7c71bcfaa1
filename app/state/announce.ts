import { create } from 'zustand';

/** What has been done, said for a moment where nothing else on the screen shows it. */
interface Announcement {
  readonly text: string | undefined;
  /** Another one of the same words has another. */
  readonly count: number;
}

export const useAnnouncement = create<Announcement>(() => ({ text: undefined, count: 0 }));

export const announce = (text: string): void => useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
