import { defaultLanguage, type Language } from '../locales/languages.ts';
import { screenWord } from './screen-words.ts';
import type { ListedScreen } from './screens.ts';

/** Title and description of a page's document, in the language of `t`. */
export function pageHead(t: unknown, screen: ListedScreen['route'] | 'home') {
  // Zero-width spaces mark phrases for line breaking; a title or a search result has no use for them.
  const word = (key: string) => (t as (key: string) => string)(key).replaceAll('\u200b', '');
  const appName = word('common.appName');
  return {
    title:
      screen === 'home' ? `${appName} – ${word('home.headline')}` : `${screenWord(word, screen, 'name')} – ${appName}`,
    description: screenWord(word, screen, 'summary'),
  };
}

/** The address of the web app manifest in a language. */
export const manifestPath = (language: Language): string =>
  language === defaultLanguage ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`;
