import { useNavigate } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { House, Languages, type LucideIcon, Monitor, Moon, Sun, Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../locales/i18n.ts';
import { languageNames, languages } from '../locales/languages.ts';
import { useActionStore } from '../ui/actions.ts';
import { screenWord } from '../ui/screen-words.ts';
import { useSwitchLanguage } from './LanguageSwitch.tsx';
import { listedScreens } from './screens.ts';
import { setTheme, type Theme, themes } from './theme.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Search terms of an entry: the displayed name, then names in other languages and keywords. */
  readonly words: readonly string[];
  readonly run: () => void;
  readonly shortcut?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly reason?: string | undefined;
}

export interface PaletteGroup {
  readonly heading: string;
  readonly entries: readonly PaletteEntry[];
}

const NAMESPACES = ['app', 'core', 'palette'] as const;

const themeIcons: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon };

export function usePaletteGroups(): readonly PaletteGroup[] {
  const { t } = useTranslation(NAMESPACES);
  const navigate = useNavigate();
  const switchLanguage = useSwitchLanguage();
  const offered = useActionStore((state) => state.offered);

  const actions = [...offered.entries()].flatMap(([owner, list]) =>
    list.map(
      ({ id, label, ...action }): PaletteEntry => ({
        ...action,
        id: `${owner} ${id}`,
        label,
        icon: Zap,
        words: [label, ...inEveryLanguage((tIn) => [paletteWords(tIn, `palette:actions.${id}`)])],
      }),
    ),
  );
  const screenEntries = [{ route: 'home', icon: House } as const, ...listedScreens].map(
    ({ route, icon }): PaletteEntry => ({
      id: route,
      label: screenWord(t, route, 'name'),
      icon,
      words: [
        screenWord(t, route, 'name'),
        ...inEveryLanguage((tIn) => [
          screenWord(tIn, route, 'name'),
          screenWord(tIn, route, 'keywords'),
          paletteWords(tIn, `palette:screens.${route}`),
        ]),
      ],
      run: () => navigate(`/${route}`),
    }),
  );
  const languageEntries = languages.map(
    (language): PaletteEntry => ({
      id: `language ${language}`,
      label: languageNames[language],
      icon: Languages,
      words: [languageNames[language], ...inEveryLanguage((tIn) => [tIn('palette:languageKeywords')])],
      run: () => switchLanguage(language),
    }),
  );
  const themeEntries = themes.map(
    (theme): PaletteEntry => ({
      id: `theme ${theme}`,
      label: t('palette:themeName', { theme: t(`shell.themes.${theme}`) }),
      icon: themeIcons[theme],
      words: inEveryLanguage((tIn) => [
        tIn('palette:themeName', { theme: tIn(`shell.themes.${theme}`) }),
        tIn('palette:themeKeywords'),
      ]),
      run: () => setTheme(theme),
    }),
  );
  return [
    { heading: t('palette:here'), entries: actions.filter(({ disabled }) => !disabled) },
    { heading: t('palette:go'), entries: screenEntries },
    { heading: t('palette:language'), entries: languageEntries },
    { heading: t('palette:theme'), entries: themeEntries },
    { heading: t('palette:notNow'), entries: actions.filter(({ disabled }) => disabled) },
  ].filter(({ entries }) => entries.length > 0);
}

const paletteWords = (t: unknown, key: string): string =>
  (t as (key: string, options: { defaultValue: string }) => string)(key, { defaultValue: '' });

/** Returns a translation in all loaded languages. Offline, only the page's language may be loaded. */
const inEveryLanguage = (words: (t: TFunction<typeof NAMESPACES>) => readonly string[]): readonly string[] =>
  languages
    .filter((language) => NAMESPACES.every((table) => i18n.hasResourceBundle(language, table)))
    .flatMap((language) => words(i18n.getFixedT(language, NAMESPACES)));
