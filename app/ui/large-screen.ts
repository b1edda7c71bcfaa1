import { useSyncExternalStore } from 'react';

/** Returns a hook that is true from this window width on, and on the server. */
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

/** True if sidebar and settings are beside the page; the same width as `lg` in app.css. */
export const useLargeScreen = wideFrom('64rem');

/** True if buttons beside a file name have labels. */
export const useMediumScreen = wideFrom('40rem');
