import { useSyncExternalStore } from 'react';

/** True while the window is so wide; a window without a width, as on a server, is. */
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

/** From here on the sidebar and the settings stand beside the page; the same width as `lg` in app.css. */
export const useLargeScreen = wideFrom('64rem');

/** From here on buttons beside a file's name have room for their words. */
export const useMediumScreen = wideFrom('40rem');
