import { localKeys } from '../state/storage-keys.ts';
import { defaultLanguage, type Language, languages } from './languages.ts';

/** What of a visit's address names the language: `?lng=ja`. */
export const LANGUAGE_QUERY = 'lng';

/** What `visitorsLanguage` chooses from, and by what. */
export const languageOptions = {
  languages,
  query: LANGUAGE_QUERY,
  key: localKeys.language.key,
  otherwise: defaultLanguage,
};

/**
 * The address's language, or the one that was spoken last, or the first of the browser's that there is. By hand: the
 * library for it is as large as the words of a tenth of the tools, and all of it would come before the first screen.
 *
 * It also runs from its own text, before any module (`shell/first-window.tsx`), and so names nothing that stands around it.
 */
export function visitorsLanguage(spoken: typeof languageOptions): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(spoken.key);
  } catch {
    // A browser may forbid the page to keep anything.
  }
  const asked = [new URLSearchParams(location.search).get(spoken.query), kept, ...navigator.languages];
  for (const code of asked) {
    const language = spoken.languages.find((known) => known === code?.split('-')[0]);
    if (language) return language;
  }
  return spoken.otherwise;
}
