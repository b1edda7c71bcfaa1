import { createPersisted } from '../storage/persisted.ts';
import { localKeys } from '../storage/storage-keys.ts';
import { getOwnProperty } from '../storage/stored.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const THEME_KEY = localKeys.theme.key;

/** Color of the browser's toolbar by theme. Must equal the CSS variable `--paper`. */
const FRAME_COLORS = { light: '#faf8f4', dark: '#17171a' };

interface ThemeState {
  readonly theme: Theme;
}

const stored = createPersisted<ThemeState>({
  key: THEME_KEY,
  initial: { theme: 'system' },
  parse: (state) => ({ theme: themes.find((theme) => theme === getOwnProperty(state, 'theme')) ?? 'system' }),
});

export const useThemeStore = stored.use;

export function setTheme(theme: Theme): void {
  stored.update(() => ({ theme }));
}

// Applies a theme that the visitor has chosen in any tab.
if (typeof document !== 'undefined') useThemeStore.subscribe(({ theme }) => paintTheme(theme));

function paintTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = FRAME_COLORS[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme];
}

export const frameColors = (['light', 'dark'] as const).map((scheme) => ({
  media: `(prefers-color-scheme: ${scheme})`,
  content: FRAME_COLORS[scheme],
}));

/** Script that sets the stored theme before the first paint, so the page doesn't flash in the wrong theme. */
export const themeScript = `try{var t=JSON.parse(localStorage.getItem('${THEME_KEY}')).state.theme;if(${JSON.stringify(themes)}.includes(t)){document.documentElement.dataset.theme=t;if(t!=='system')document.querySelectorAll('meta[name="theme-color"]').forEach(function(m){m.content=${JSON.stringify(FRAME_COLORS)}[t]})}}catch(e){}`;
