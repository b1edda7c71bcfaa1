import { useSyncExternalStore } from 'react';

/** Returns a hook that returns whether the window matches a media query. On the server, the hook returns true. */
function matching(query: string): () => boolean {
  const subscribe = (onChange: () => void) => {
    const wide = matchMedia(query);
    wide.addEventListener('change', onChange);
    return () => wide.removeEventListener('change', onChange);
  };
  return () =>
    useSyncExternalStore(
      subscribe,
      () => matchMedia(query).matches,
      () => true,
    );
}

/** True if sidebar and settings fit beside the page. Same width as the breakpoint `lg` in app.css. */
export const useLargeScreen = matching('(min-width: 64rem)');

/** True if the labels of all buttons fit into a tool's title row. */
export const useExtraLargeScreen = matching('(min-width: 80rem)');

/** True if the labels of the buttons fit into the title row and the rows of the settings. */
export const useMediumScreen = matching('(min-width: 40rem)');

/** False on a phone in landscape orientation, where the image needs the height. */
export const useTallWindow = matching('(min-height: 30rem)');

/** True if labels fit into the bars of stage and settings: in a low window, the settings are beside the stage. */
export const useRoomyStage = matching('(min-width: 64rem), (min-width: 40rem) and (min-height: 32rem)');
