import { useSyncExternalStore } from 'react';

/** From here on the sidebar and the settings stand beside the page; the same width as `lg` in app.css. */
const LARGE_SCREEN = '(min-width: 64rem)';

const subscribe = (onChange: () => void) => {
  const large = matchMedia(LARGE_SCREEN);
  large.addEventListener('change', onChange);
  return () => large.removeEventListener('change', onChange);
};

export const useLargeScreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(LARGE_SCREEN).matches,
    () => true,
  );
