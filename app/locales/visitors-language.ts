import { localKeys } from '../storage/storage-keys.ts';
import { defaultLanguage, type Language, languages } from './languages.ts';

export const LANGUAGE_QUERY = 'lng';

export const languageOptions = {
  languages,
  query: LANGUAGE_QUERY,
  key: localKeys.language.key,
  otherwise: defaultLanguage,
};

/** Detects the visitor's language. Serialized into the document, so this function can't use anything outside itself. */
export function visitorsLanguage(options: typeof languageOptions): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(options.key);
  } catch {
    // The browser may block local storage.
  }
  const candidates = [new URLSearchParams(location.search).get(options.query), kept, ...navigator.languages];
  for (const code of candidates) {
    const language = options.languages.find((known) => known === code?.split('-')[0]);
    if (language) return language;
  }
  return options.otherwise;
}
