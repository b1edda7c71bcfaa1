import { familyNames } from '#core/fonts/catalogue.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty, storedList, storedText } from '../../storage/stored.ts';
import { isAbsent, useOwnFonts } from './own-fonts.ts';

const MAX_RECENT = 5;

interface RecentFonts {
  readonly families: readonly string[];
}

const NONE: RecentFonts = { families: [] };

const restoreFamilies = (stored: object): RecentFonts => ({
  families: storedList(storedText, MAX_RECENT)(getOwnProperty(stored, 'families')) ?? [],
});

/** Returns the recently chosen families of all editors, newest first, and a function that adds a family. */
export function useRecentFonts(): [readonly string[], (family: string) => void] {
  const [{ families }, set] = useToolSettings('fonts', 'recent', NONE, restoreFamilies);
  const fonts = useOwnFonts((state) => state.fonts);
  const known = new Set([...familyNames, ...fonts.map(({ family }) => family)]);
  const usable = families.filter((family) => known.has(family) && !isAbsent(family, fonts));
  return [
    usable,
    (family) => set({ families: [family, ...families.filter((each) => each !== family)].slice(0, MAX_RECENT) }),
  ];
}
