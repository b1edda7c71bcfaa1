import { useSyncExternalStore } from 'react';

/** Returns a hook that returns whether the window has at least this width. On the server, the hook returns true. */
function wideFrom(width: string): () => boolean {
  const query = `(min-width: ${width})`;
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
export const useLargeScreen = wideFrom('64rem');

/** True if the labels of all buttons fit into a tool's title row. */
export const useExtraLargeScreen = wideFrom('80rem');

/** True if the labels of the buttons fit beside the zoom controls. */
export const useMediumScreen = wideFrom('40rem');
