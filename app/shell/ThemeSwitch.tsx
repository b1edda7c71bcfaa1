import type { LucideIcon } from 'lucide-react';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { setTheme, type Theme, themes, useThemeStore } from './theme.ts';

const ICONS: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon };

export function ThemeSwitch() {
  const { t } = useTranslation();
  const name = useId();
  const current = useThemeStore(({ theme }) => theme);
  return (
    <fieldset className="choices">
      <legend className="sr-only">{t('shell.theme')}</legend>
      {themes.map((theme) => {
        const Icon = ICONS[theme];
        return (
          <label key={theme} className="choice relative" title={t(`shell.themes.${theme}`)}>
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={theme === current}
              onChange={() => setTheme(theme)}
            />
            <Icon aria-hidden size={15} />
            <span className="sr-only">{t(`shell.themes.${theme}`)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
