import { localKeys } from '../storage/storage-keys.ts';
import { defaultLanguage, type Language, languages } from './languages.ts';

/** Query parameter for the language, for example `?lng=ja`. */
export const LANGUAGE_QUERY = 'lng';

export const languageOptions = {
  languages,
  query: LANGUAGE_QUERY,
  key: localKeys.language.key,
  otherwise: defaultLanguage,
};

/**
 * Returns the language of the address, the last choice, or the first supported language of the browser. Written by
 * hand, because a detection library would delay the first screen. The function is also serialized into the document
 * (`shell/first-window.tsx`), so it can't refer to anything outside itself.
 */
export function visitorsLanguage(options: typeof languageOptions): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(options.key);
  } catch {
    // Storage may be blocked.
  }
  const candidates = [new URLSearchParams(location.search).get(options.query), kept, ...navigator.languages];
  for (const code of candidates) {
    const language = options.languages.find((known) => known === code?.split('-')[0]);
    if (language) return language;
  }
  return options.otherwise;
}
