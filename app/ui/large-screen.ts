import { useSyncExternalStore } from 'react';

/** Returns a hook that returns true if the window has at least this width. On the server, the hook returns true. */
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

/** True if the window shows sidebar and settings beside the page; same width as `lg` in app.css. */
export const useLargeScreen = wideFrom('64rem');

/** True if the window is wide enough for labels on the buttons beside a file name. */
export const useMediumScreen = wideFrom('40rem');
