import { create } from 'zustand';

/** How the stage shows the text animation. */
interface ShownReveal {
  /** Seconds of the animation at which it begins. */
  readonly fromSec: number;
  /** True to play, and with `once` to show the page again at the end. */
  readonly plays: boolean;
  readonly once?: boolean;
}

/** The animation on the stage of a text page; undefined while the stage shows the page. */
export const useReveal = create<{ readonly shown: ShownReveal | undefined }>(() => ({ shown: undefined }));

export const showReveal = (shown: ShownReveal): void => useReveal.setState({ shown });

export const hideReveal = (): void => useReveal.setState({ shown: undefined });
