import { create } from 'zustand';

/** How the stage shows the text animation. */
interface ShownReveal {
  /** Seconds of the animation at which it begins. */
  readonly fromSec: number;
  /** True to play, and with `once` to show the page again at the end. */
  readonly plays: boolean;
  readonly once?: boolean;
}

interface FinishedAnimation {
  readonly name: string;
  readonly blob: Blob;
}

interface RevealStore {
  /** The animation on the stage of a text page; undefined while the stage shows the page. */
  readonly shown: ShownReveal | undefined;
  /** The MP4 file that covers the stage after it has been made. */
  readonly finished: FinishedAnimation | undefined;
}

export const useReveal = create<RevealStore>(() => ({ shown: undefined, finished: undefined }));

export const showReveal = (shown: ShownReveal): void => useReveal.setState({ shown, finished: undefined });

export const showFinished = (finished: FinishedAnimation | undefined): void => useReveal.setState({ finished });

export const hideReveal = (): void => useReveal.setState({ shown: undefined });
