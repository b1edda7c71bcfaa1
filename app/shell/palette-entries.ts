import { useLocation, useNavigate } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { House, Languages, type LucideIcon, Monitor, Moon, Sun, Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../locales/i18n.ts';
import { languageNames, languages } from '../locales/languages.ts';
import { applyPreset } from '../recipes/apply-recipe.ts';
import { usePresets } from '../recipes/presets.ts';
import { useActionStore } from '../ui/actions.ts';
import { screenWord } from '../ui/screen-words.ts';
import { useSwitchLanguage } from './LanguageSwitch.tsx';
import { commandIcon } from './palette-icons.ts';
import { recentEntries } from './recent-entries.ts';
import { listedScreens } from './screens.ts';
import { setTheme, type Theme, themes } from './theme.ts';

export interface PaletteEntry {
  readonly id: string;
  /** Name under which the palette remembers the entry. Unlike an ID, it is the same in each visit. */
  readonly name?: string;
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

/** Actions of a tool that the palette finds from everywhere: it opens the tool, and runs the action on the open image. */
const FAR_ACTIONS = {
  'add-watermark': 'format_converter',
  'verb-arrow': 'shape_editor',
  'cut-video': 'video_playback',
} as const;

/** Runs an action of the tool that opens, as soon as the tool offers it. */
function runOnceOffered(id: string, path: string): void {
  const stop = useActionStore.subscribe(({ offered }) => {
    const action = [...offered.values()].flat().find((each) => each.id === id && !each.disabled);
    if (!action || location.pathname !== path) return;
    end();
    action.run();
  });
  const timer = setTimeout(() => end(), OFFER_MS);
  const end = () => {
    stop();
    clearTimeout(timer);
  };
}

/** Milliseconds within which the tool must offer the action, for example after an image has opened. */
const OFFER_MS = 10_000;

const NAMESPACES = ['app', 'core', 'palette'] as const;

const themeIcons: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon };

/** Returns the entries in groups, first the recent entries while `typed` is empty, then the open tool's, then other tools. */
export function usePaletteGroups(typed: string): readonly PaletteGroup[] {
  const { t } = useTranslation(NAMESPACES);
  const navigate = useNavigate();
  const switchLanguage = useSwitchLanguage();
  const offered = useActionStore((state) => state.offered);
  const { pathname } = useLocation();
  const recent = recentEntries.use(({ chosen }) => chosen);
  const presets = usePresets(({ recipes }) => recipes);

  const actions = [...offered.entries()].flatMap(([owner, list]) =>
    list.map(
      ({ id, label, ...action }): PaletteEntry => ({
        ...action,
        id: `${owner} ${id}`,
        name: `command ${id}`,
        label,
        icon: commandIcon(id) ?? action.icon ?? Zap,
        words: [label, ...inEveryLanguage((tIn) => [paletteWords(tIn, `palette:actions.${id}`)])],
      }),
    ),
  );
  const presetEntries = presets.map(
    (preset): PaletteEntry => ({
      id: `preset ${preset.name}`,
      name: `preset ${preset.name}`,
      label: preset.name,
      icon: commandIcon('presets') ?? Zap,
      words: [preset.name, ...inEveryLanguage((tIn) => [tIn('palette:presets'), tIn('palette:presetKeywords')])],
      run: () => applyPreset(preset, navigate),
    }),
  );
  const elsewhere = [{ route: 'home', icon: House } as const, ...listedScreens].filter(
    ({ route }) => pathname !== `/${route}`,
  );
  const screenEntries = elsewhere.map(
    ({ route, icon }): PaletteEntry => ({
      id: route,
      name: route,
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
  const isOffered = (id: string) => actions.some(({ name, disabled }) => name === `command ${id}` && !disabled);
  const farEntries = (Object.keys(FAR_ACTIONS) as (keyof typeof FAR_ACTIONS)[])
    .filter((id) => typed.trim() !== '' && !isOffered(id))
    .map((id): PaletteEntry => {
      const route = FAR_ACTIONS[id];
      return {
        id: `far ${id}`,
        label: t('palette:inTool', { action: t(`palette:far.${id}`), tool: screenWord(t, route, 'name') }),
        icon: commandIcon(id) ?? Zap,
        words: inEveryLanguage((tIn) => [tIn(`palette:far.${id}`), paletteWords(tIn, `palette:actions.${id}`)]),
        run: () => {
          runOnceOffered(id, `/${route}`);
          navigate(`/${route}`);
        },
      };
    });
  const languageEntries = languages.map(
    (language): PaletteEntry => ({
      id: `language ${language}`,
      name: `language ${language}`,
      label: languageNames[language],
      icon: Languages,
      words: [languageNames[language], ...inEveryLanguage((tIn) => [tIn('palette:languageKeywords')])],
      run: () => switchLanguage(language),
    }),
  );
  const themeEntries = themes.map(
    (theme): PaletteEntry => ({
      id: `theme ${theme}`,
      name: `theme ${theme}`,
      label: t('palette:themeName', { theme: t(`shell.themes.${theme}`) }),
      icon: themeIcons[theme],
      words: inEveryLanguage((tIn) => [
        tIn('palette:themeName', { theme: tIn(`shell.themes.${theme}`) }),
        tIn('palette:themeKeywords'),
      ]),
      run: () => setTheme(theme),
    }),
  );
  const groups = [
    {
      heading: t('palette:here'),
      entries: actions.filter(({ disabled }) => !disabled).toSorted((a, b) => placeOf(a) - placeOf(b)),
    },
    { heading: t('palette:presets'), entries: presetEntries },
    { heading: t('palette:go'), entries: [...screenEntries, ...farEntries] },
    { heading: t('palette:language'), entries: languageEntries },
    { heading: t('palette:theme'), entries: themeEntries },
    { heading: t('palette:notNow'), entries: actions.filter(({ disabled }) => disabled) },
  ];
  // Recent entries also come first among equally good matches.
  const recency = ({ name = '' }: PaletteEntry) => (recent.includes(name) ? recent.indexOf(name) : recent.length);
  const newestFirst = (entries: readonly PaletteEntry[]) => entries.toSorted((a, b) => recency(a) - recency(b));
  const sorted = groups.map(({ heading, entries }) => ({ heading, entries: newestFirst(entries) }));
  const isRecent = (entry: PaletteEntry) => !entry.disabled && recent.includes(entry.name ?? '');
  const again = newestFirst(sorted.flatMap(({ entries }) => entries.filter(isRecent)));
  const shown = typed.trim()
    ? sorted
    : [
        { heading: t('palette:recent'), entries: again },
        ...sorted.map(({ heading, entries }) => ({ heading, entries: entries.filter((entry) => !isRecent(entry)) })),
      ];
  return shown.filter(({ entries }) => entries.length > 0);
}

/** Actions on one text or shape, of which a tool offers many. */
const OF_OBJECTS = /^command (?:open-tab|align|bring|send)-/;

/** Puts Undo last, so that Enter in the opened palette doesn't take work back, and actions on objects before Undo. */
const placeOf = ({ name = '' }: PaletteEntry): number => (name === 'command undo' ? 2 : OF_OBJECTS.test(name) ? 1 : 0);

const paletteWords = (t: unknown, key: string): string =>
  (t as (key: string, options: { defaultValue: string }) => string)(key, { defaultValue: '' });

/** Returns a translation in all loaded languages. Offline, only the page's language may be loaded. */
const inEveryLanguage = (words: (t: TFunction<typeof NAMESPACES>) => readonly string[]): readonly string[] =>
  languages
    .filter((language) => NAMESPACES.every((table) => i18n.hasResourceBundle(language, table)))
    .flatMap((language) => words(i18n.getFixedT(language, NAMESPACES)));
