import { useSyncExternalStore } from 'react';

/** True from this window width on, and on the server. */
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

/** Sidebar and settings are beside the page; same width as `lg` in app.css. */
export const useLargeScreen = wideFrom('64rem');

/** Buttons beside a file name have labels. */
export const useMediumScreen = wideFrom('40rem');
