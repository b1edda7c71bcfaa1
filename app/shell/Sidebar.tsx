import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Mark } from './Logo.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import { SidebarGroup } from './SidebarGroup.tsx';
import { sidebarGroups } from './screens.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** What the sidebar holds, at the side of large screens and in the menu of small ones. */
export function Sidebar() {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-full flex-col gap-4 p-3">
      <HomeLink />
      <PaletteButton />
      <nav aria-label={t('shell.navigation')} className="grid gap-2">
        {sidebarGroups.map(({ group, screens }) => (
          <SidebarGroup key={group} group={group} screens={screens} />
        ))}
      </nav>
      <div className="mt-auto grid gap-2 pt-4">
        <ThemeSwitch />
        <LanguageSwitch />
      </div>
    </div>
  );
}

/** The logo, which leads home. */
export function HomeLink() {
  const { t } = useTranslation();
  return (
    <Link to="/home" prefetch="intent" className="flex items-center gap-2.5 rounded-base p-1.5">
      <Mark className="size-8 flex-none" />
      <span className="wordmark text-heading font-semibold tracking-tight">{t('common.appName')}</span>
    </Link>
  );
}
