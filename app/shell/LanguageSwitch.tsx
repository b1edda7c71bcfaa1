import { useRevalidator, useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, i18n } from '../locales/i18n.ts';
import { type Language, languageNames, languages } from '../locales/languages.ts';
import { LANGUAGE_QUERY } from '../locales/visitors-language.ts';
import { JAPANESE_NAME } from './japanese-name.generated.ts';

export function useSwitchLanguage(): (language: Language) => Promise<void> {
  const { revalidate } = useRevalidator();
  const [query, setQuery] = useSearchParams();
  return async (language) => {
    await i18n.changeLanguage(language);
    // Removes the language from the address, because the address would override the choice at the next visit.
    if (query.has(LANGUAGE_QUERY)) {
      query.delete(LANGUAGE_QUERY);
      setQuery(query, { replace: true, preventScrollReset: true });
    } else revalidate();
  };
}

export function LanguageSwitch() {
  const { t } = useTranslation();
  const switchLanguage = useSwitchLanguage();
  const current = currentLanguage();
  return (
    <div role="group" aria-label={t('shell.language')} className="choices flex-1">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className="choice"
          aria-pressed={language === current}
          onClick={() => switchLanguage(language)}
        >
          {language === 'ja' ? <JapaneseName /> : languageNames[language]}
        </button>
      ))}
    </div>
  );
}

/** Draws 日本語 as outlines, because devices of readers of English may lack Japanese fonts. */
function JapaneseName() {
  return (
    <>
      <svg viewBox="0 0 300 100" aria-hidden="true" className="h-[1em] fill-current">
        <path d={JAPANESE_NAME} />
      </svg>
      <span className="sr-only">{languageNames.ja}</span>
    </>
  );
}
