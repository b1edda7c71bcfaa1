import { defaultLanguage, type Language } from '../locales/languages.ts';
import { screenWord } from '../ui/screen-words.ts';
import type { ListedScreen } from './screens.ts';

export function pageHead(t: unknown, screen: ListedScreen['route'] | 'home') {
  // Removes zero-width spaces, which mark line breaks in Japanese, from titles and search results.
  const word = (key: string) => (t as (key: string) => string)(key).replaceAll('\u200b', '');
  const appName = word('common.appName');
  return {
    title:
      screen === 'home' ? `${appName} – ${word('home.headline')}` : `${screenWord(word, screen, 'name')} – ${appName}`,
    description: screenWord(word, screen, 'summary'),
  };
}

export const manifestPath = (language: Language): string =>
  language === defaultLanguage ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`;
