import { useMemo } from 'react';
import { familyNames } from '#core/fonts/catalogue.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty, storedList, storedText } from '../../storage/stored.ts';
import { isAbsent, isOwnFamily, type OwnFontFile, useOwnFonts } from './own-fonts.ts';

const MAX_RECENT = 5;

interface RecentFonts {
  readonly families: readonly string[];
}

/** Maximum number of favorite fonts. Favorites are the first group of the font list, so the group must stay short. */
const MAX_FAVORITES = 20;

const NONE: RecentFonts = { families: [] };

const restoreFamilies = (stored: object): RecentFonts => ({
  families: storedList(storedText, MAX_RECENT)(getOwnProperty(stored, 'families')) ?? [],
});

const restoreFavorites = (stored: object): RecentFonts => ({
  families: storedList(storedText, MAX_FAVORITES)(getOwnProperty(stored, 'families')) ?? [],
});

export function useFavoriteFonts(): [readonly string[], (family: string) => void] {
  const [{ families }, set] = useToolSettings('fonts', 'favorites', NONE, restoreFavorites);
  const fonts = useOwnFonts((state) => state.fonts);
  const usable = useMemo(() => families.filter((family) => isKnown(family, fonts)), [families, fonts]);
  const toggle = (family: string) =>
    set({
      families: families.includes(family)
        ? families.filter((each) => each !== family)
        : [...families, family].slice(-MAX_FAVORITES),
    });
  return [usable, toggle];
}

const isKnown = (family: string, fonts: readonly OwnFontFile[]) =>
  familyNames.includes(family) || (isOwnFamily(family) && !isAbsent(family, fonts));

/** Returns the recent font families of all editors, newest first, and a function that adds a family. */
export function useRecentFonts(): [readonly string[], (family: string) => void] {
  const [{ families }, set] = useToolSettings('fonts', 'recent', NONE, restoreFamilies);
  const fonts = useOwnFonts((state) => state.fonts);
  const usable = families.filter((family) => isKnown(family, fonts));
  return [
    usable,
    (family) => set({ families: [family, ...families.filter((each) => each !== family)].slice(0, MAX_RECENT) }),
  ];
}
