import i18n, { type BackendModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { CoreWords } from '#core/locales/all-en.ts';
import type { EverywhereWords } from '#core/locales/everywhere-en.ts';
import type { ToolWords } from '#core/locales/tools-en.ts';
import { localKeys } from '../storage/storage-keys.ts';
import type { AppWords } from './en.ts';
import { defaultLanguage, isLanguage, type Language, languages } from './languages.ts';
import { languageOptions, visitorsLanguage } from './visitors-language.ts';

interface Tables {
  readonly app: AppWords;
  readonly core: EverywhereWords;
}

const loadTables: Readonly<Record<Language, () => Promise<Tables>>> = {
  en: () => import('./tables/en.ts'),
  ja: () => import('./tables/ja.ts'),
};

/** Returns Japanese translations with marked phrases. `phrases.ts` loads only for Japanese. */
async function inPhrases<Table>(loading: Promise<Table>): Promise<NoInfer<Table>> {
  const table = await loading;
  return (await import('./phrases.ts')).markedWhereNeeded(table);
}

const loadLater = {
  tools: {
    en: async () => (await import('#core/locales/tools-en.ts')).enTools,
    ja: () => inPhrases(import('#core/locales/tools-ja.ts').then(({ jaTools }) => jaTools)),
  },
  pages: {
    en: async () => (await import('./pages/pages-en.ts')).enPages,
    ja: () => inPhrases(import('./pages/pages-ja.ts').then(({ jaPages }) => jaPages)),
  },
  recipe: {
    en: async () => (await import('./recipe/recipe-en.ts')).enRecipe,
    ja: () => inPhrases(import('./recipe/recipe-ja.ts').then(({ jaRecipe }) => jaRecipe)),
  },
  export: {
    en: async () => (await import('./export/export-en.ts')).enExport,
    ja: () => inPhrases(import('./export/export-ja.ts').then(({ jaExport }) => jaExport)),
  },
  batch: {
    en: async () => (await import('./batch/batch-en.ts')).enBatch,
    ja: () => inPhrases(import('./batch/batch-ja.ts').then(({ jaBatch }) => jaBatch)),
  },
  stage: {
    en: async () => (await import('./stage/stage-en.ts')).enStage,
    ja: () => inPhrases(import('./stage/stage-ja.ts').then(({ jaStage }) => jaStage)),
  },
  palette: {
    en: async () => (await import('./palette/palette-en.ts')).enPalette,
    ja: () => inPhrases(import('./palette/palette-ja.ts').then(({ jaPalette }) => jaPalette)),
  },
  controls: {
    en: async () => (await import('./controls/controls-en.ts')).enControls,
    ja: () => inPhrases(import('./controls/controls-ja.ts').then(({ jaControls }) => jaControls)),
  },
  media: {
    en: async () => (await import('./media/media-en.ts')).enMedia,
    ja: () => inPhrases(import('./media/media-ja.ts').then(({ jaMedia }) => jaMedia)),
  },
} satisfies Readonly<Record<string, Readonly<Record<Language, () => Promise<object>>>>>;

/** Namespaces to load with the language. A screen may add a namespace before the language loads. */
const wanted = new Set(['app', 'core']);

const isLater = (namespace: string): namespace is keyof typeof loadLater => Object.hasOwn(loadLater, namespace);

/** Loads a namespace of `loadLater`. Modules whose components use the namespace await this call at the top level. */
export async function needWords(namespace: keyof typeof loadLater): Promise<void> {
  wanted.add(namespace);
  await i18n.loadNamespaces(namespace);
}

/** Loads one namespace. Merges the translations of `tools` into `core`, regardless of which namespace loads first. */
async function readWords(language: Language, namespace: string): Promise<object> {
  if (namespace === 'tools') {
    const tools = await loadLater.tools[language]();
    if (i18n.hasResourceBundle(language, 'core')) i18n.addResourceBundle(language, 'core', tools, true, true);
    return tools;
  }
  if (isLater(namespace)) return loadLater[namespace][language]();
  const loaded = await loadTables[language]();
  return namespace === 'core' && wanted.has('tools')
    ? withTools(loaded.core, await loadLater.tools[language]())
    : loaded[namespace as keyof Tables];
}

const withTools = (core: EverywhereWords, tools: ToolWords): CoreWords => ({
  ...core,
  ...tools,
  operations: { ...core.operations, ...tools.operations },
  errors: { ...core.errors, ...tools.errors },
});

const tables: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language: string, namespace: string, done: ReadCallback) => {
    if (!isLanguage(language)) return done(null, {});
    readWords(language, namespace).then(
      (loaded) => done(null, loaded),
      (error: Error) => done(error, false),
    );
  },
};

function storeLanguage(language: string): void {
  try {
    localStorage.setItem(localKeys.language.key, language);
  } catch {
    // Without local storage, the next visit detects the language again.
  }
}

/** Detects the visitor's language and loads its translations. Must finish before the first render. */
export async function initI18n(): Promise<void> {
  i18n.on('languageChanged', storeLanguage);
  await i18n
    .use(tables)
    .use(initReactI18next)
    .init({
      lng: visitorsLanguage(languageOptions),
      ns: [...wanted],
      defaultNS: 'app',
      supportedLngs: languages,
      load: 'languageOnly',
      // Japanese tables are complete, so Japanese pages load no English fallback.
      fallbackLng: (code?: string) => (isLanguage(code) ? [] : [defaultLanguage]),
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
}

export const currentLanguage = (): Language => (isLanguage(i18n.language) ? i18n.language : defaultLanguage);

export const loadEveryLanguage = (): Promise<void> => i18n.loadLanguages([...languages]).catch(() => undefined);

/** Returns the core translations of the current language. Translations of tools need `needWords('tools')`. */
export const coreWords = (): CoreWords => i18n.getResourceBundle(currentLanguage(), 'core') as CoreWords;

export { i18n };
