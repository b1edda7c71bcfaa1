import { useRevalidator, useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, i18n } from '../locales/i18n.ts';
import { type Language, languageNames, languages } from '../locales/languages.ts';
import { LANGUAGE_QUERY } from '../locales/visitors-language.ts';

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
    <div role="group" aria-label={t('shell.language')} className="choices">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className="choice"
          aria-pressed={language === current}
          onClick={() => switchLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </div>
  );
}
