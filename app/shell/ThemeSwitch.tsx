import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { setTheme, themes, useThemeStore } from './theme.ts';

export function ThemeSwitch() {
  const { t } = useTranslation();
  const name = useId();
  const current = useThemeStore(({ theme }) => theme);
  return (
    <fieldset className="choices">
      <legend className="sr-only">{t('shell.theme')}</legend>
      {themes.map((theme) => (
        <label key={theme} className="choice relative">
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={theme === current}
            onChange={() => setTheme(theme)}
          />
          {t(`shell.themes.${theme}`)}
        </label>
      ))}
    </fieldset>
  );
}
