import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fontFamilies } from '#core/fonts/catalogue.ts';
import { sampleScripts, scriptOf } from '../../platform/font-samples.ts';
import { familyByLabel, namesOf } from './family-names.ts';
import { familyLabel, useOwnFonts } from './own-fonts.ts';

export interface FontOption {
  /** ID of the entry: the family name, with a prefix for recent families, which are listed twice. */
  readonly id: string;
  readonly family: string;
}

interface FontGroup {
  readonly id: string;
  readonly label: string;
  readonly options: readonly FontOption[];
}

const RECENT_PREFIX = 'recent/';
const FAVORITE_PREFIX = 'favorite/';

export const familyOf = (key: string): string =>
  [RECENT_PREFIX, FAVORITE_PREFIX].reduce(
    (name, prefix) => (name.startsWith(prefix) ? name.slice(prefix.length) : name),
    key,
  );

/** Returns families sorted by name. Noto comes first among Japanese families, because Noto suits most texts. */
export function familiesFor(script: (typeof sampleScripts)[number]): readonly string[] {
  const names = fontFamilies.filter((family) => scriptOf(family) === script).map(({ name }) => name);
  if (script !== 'japanese') return names;
  const isNoto = (name: string) => name.startsWith('Noto ');
  return [...names.filter(isNoto), ...names.filter((name) => !isNoto(name))];
}

/** Returns favorites, recent fonts and the visitor's own fonts, then all other fonts by script. */
export function useFontGroups(favorites: readonly string[], recent: readonly string[]): readonly FontGroup[] {
  const { t, i18n } = useTranslation(['app', 'stage']);
  const fonts = useOwnFonts((state) => state.fonts);
  const first = i18n.language === 'ja' ? 'japanese' : 'latin';
  return useMemo(() => {
    const scripts = [first, ...sampleScripts.filter((script) => script !== first)] as const;
    const groups: FontGroup[] = [
      {
        id: 'favorites',
        label: t('stage:fonts.favorites'),
        options: favorites.map((family) => ({ id: `${FAVORITE_PREFIX}${family}`, family })),
      },
      {
        id: 'recent',
        label: t('stage:fonts.recent'),
        options: recent.map((family) => ({ id: `${RECENT_PREFIX}${family}`, family })),
      },
      { id: 'own', label: t('stage:fonts.own'), options: fonts.map(({ family }) => ({ id: family, family })) },
      ...scripts.map((script) => ({
        id: script,
        label: t(`stage:fonts.scripts.${script}`),
        options: familiesFor(script).map((family) => ({ id: family, family })),
      })),
    ];
    return groups.filter(({ options }) => options.length > 0);
  }, [t, first, favorites, recent, fonts]);
}

/** Returns a function that matches a typed text against a family's names, script and style. */
export function useFontWords(): (label: string, typed: string) => boolean {
  const { t, i18n } = useTranslation(['app', 'stage']);
  const fonts = useOwnFonts((state) => state.fonts);
  return useCallback(
    (label, typed) => {
      const family = familyByLabel(label);
      const own = fonts.filter((font) => familyLabel(font.family, i18n.language) === label);
      const words = [
        label,
        ...(family
          ? [
              ...namesOf(family.name),
              t(`stage:fonts.scripts.${scriptOf(family)}`),
              t(`stage:fonts.styles.${family.style}`),
            ]
          : []),
        ...own.flatMap(({ name, names }) => [t('stage:fonts.own'), name, ...Object.values(names)]),
      ];
      const wanted = typed.normalize('NFKC').toLowerCase().trim();
      return words.some((word) => word.normalize('NFKC').toLowerCase().includes(wanted));
    },
    [t, i18n.language, fonts],
  );
}
