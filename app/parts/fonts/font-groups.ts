import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { findFamily, fontFamilies } from '#core/fonts/catalogue.ts';
import { sampleScripts, scriptOf } from '../../platform/font-samples.ts';
import { familyLabel, useOwnFonts } from '../../state/own-fonts.ts';

export interface FontOption {
  /** The family; in the group of those used last with something before it, as it stands below once more. */
  readonly id: string;
  readonly family: string;
}

interface FontGroup {
  readonly id: string;
  readonly label: string;
  readonly options: readonly FontOption[];
}

const RECENT_PREFIX = 'recent/';

export const familyOf = (key: string): string =>
  key.startsWith(RECENT_PREFIX) ? key.slice(RECENT_PREFIX.length) : key;

/** Used last, the visitor's own, and the catalogue's by script. */
export function useFontGroups(recent: readonly string[]): readonly FontGroup[] {
  const { t, i18n } = useTranslation();
  const fonts = useOwnFonts((state) => state.fonts);
  // Those of the visitor's own language come first.
  const first = i18n.language === 'ja' ? 'japanese' : 'latin';
  return useMemo(() => {
    const scripts = [first, ...sampleScripts.filter((script) => script !== first)] as const;
    const groups: FontGroup[] = [
      {
        id: 'recent',
        label: t('fonts.recent'),
        options: recent.map((family) => ({ id: `${RECENT_PREFIX}${family}`, family })),
      },
      { id: 'own', label: t('fonts.own'), options: fonts.map(({ family }) => ({ id: family, family })) },
      ...scripts.map((script) => ({
        id: script,
        label: t(`fonts.scripts.${script}`),
        options: fontFamilies
          .filter((family) => scriptOf(family) === script)
          .map(({ name }) => ({ id: name, family: name })),
      })),
    ];
    return groups.filter(({ options }) => options.length > 0);
  }, [t, first, recent, fonts]);
}

/** What somebody may type to find a family: its name, its script, its kind. */
export function useFontWords(): (label: string, typed: string) => boolean {
  const { t } = useTranslation();
  const fonts = useOwnFonts((state) => state.fonts);
  return useCallback(
    (label, typed) => {
      const family = findFamily(label);
      const isOwn = fonts.some((font) => familyLabel(font.family) === label);
      const words = [
        label,
        ...(family ? [t(`fonts.scripts.${scriptOf(family)}`), t(`fonts.styles.${family.style}`)] : []),
        ...(isOwn ? [t('fonts.own')] : []),
      ];
      const wanted = typed.normalize('NFKC').toLowerCase().trim();
      return words.some((word) => word.normalize('NFKC').toLowerCase().includes(wanted));
    },
    [t, fonts],
  );
}
