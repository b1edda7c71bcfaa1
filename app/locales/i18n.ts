import i18n, { type BackendModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { CoreWords } from '#core/words/all-en.ts';
import type { EditWords } from '#core/words/edits-en.ts';
import type { FirstWords } from '#core/words/en.ts';
import { localKeys } from '../storage/storage-keys.ts';
import type { AppWords } from './en.ts';
import { defaultLanguage, isLanguage, type Language, languages } from './languages.ts';
import { languageOptions, visitorsLanguage } from './visitors-language.ts';

interface Tables {
  readonly app: AppWords;
  readonly core: FirstWords;
}

const loadTables: Readonly<Record<Language, () => Promise<Tables>>> = {
  en: () => import('./tables/en.ts'),
  ja: () => import('./tables/ja.ts'),
};

const loadLater = {
  edits: {
    en: async () => (await import('#core/words/edits-en.ts')).enEdits,
    ja: async () => (await import('./edits/marked-edits-ja.ts')).jaEdits,
  },
  pages: {
    en: async () => (await import('./pages/pages-en.ts')).enPages,
    ja: async () => (await import('./pages/marked-pages-ja.ts')).jaPages,
  },
  recipe: {
    en: async () => (await import('./recipe/recipe-en.ts')).enRecipe,
    ja: async () => (await import('./recipe/marked-recipe-ja.ts')).jaRecipe,
  },
  export: {
    en: async () => (await import('./export/export-en.ts')).enExport,
    ja: async () => (await import('./export/marked-export-ja.ts')).jaExport,
  },
  batch: {
    en: async () => (await import('./batch/batch-en.ts')).enBatch,
    ja: async () => (await import('./batch/marked-batch-ja.ts')).jaBatch,
  },
  stage: {
    en: async () => (await import('./stage/stage-en.ts')).enStage,
    ja: async () => (await import('./stage/marked-stage-ja.ts')).jaStage,
  },
  palette: {
    en: async () => (await import('./palette/palette-en.ts')).enPalette,
    ja: async () => (await import('./palette/marked-palette-ja.ts')).jaPalette,
  },
  controls: {
    en: async () => (await import('./controls/controls-en.ts')).enControls,
    ja: async () => (await import('./controls/marked-controls-ja.ts')).jaControls,
  },
  media: {
    en: async () => (await import('./media/media-en.ts')).enMedia,
    ja: async () => (await import('./media/marked-media-ja.ts')).jaMedia,
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

/** Loads one namespace. Merges the translations of `edits` into `core`, regardless of which namespace loads first. */
async function readWords(language: Language, namespace: string): Promise<object> {
  if (namespace === 'edits') {
    const edits = await loadLater.edits[language]();
    if (i18n.hasResourceBundle(language, 'core')) i18n.addResourceBundle(language, 'core', edits, true, true);
    return edits;
  }
  if (isLater(namespace)) return loadLater[namespace][language]();
  const loaded = await loadTables[language]();
  return namespace === 'core' && wanted.has('edits')
    ? withEdits(loaded.core, await loadLater.edits[language]())
    : loaded[namespace as keyof Tables];
}

const withEdits = (core: FirstWords, edits: EditWords): CoreWords => ({
  ...core,
  ...edits,
  errors: { ...core.errors, ...edits.errors },
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

/** Returns the core translations of the current language. Translations of tools need `needWords('edits')`. */
export const coreWords = (): CoreWords => i18n.getResourceBundle(currentLanguage(), 'core') as CoreWords;

export { i18n };
