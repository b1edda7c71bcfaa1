import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Mark } from './Logo.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import { SidebarGroup } from './SidebarGroup.tsx';
import { sidebarGroups } from './screens.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** Navigation, also used as the menu of small screens. Only the links between header and footer scroll. */
export function Sidebar() {
  const { t } = useTranslation();
  const links = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active link changes with the address
  useEffect(() => {
    // Waits one frame, because an opening menu has no layout yet.
    const frame = requestAnimationFrame(() =>
      links.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto">
      <div className="grid flex-none gap-2 px-3 pt-3 pb-2">
        <HomeLink />
        <PaletteButton />
      </div>
      <nav
        ref={links}
        aria-label={t('shell.navigation')}
        className="grid min-h-40 flex-1 content-start gap-1 overflow-y-auto overscroll-contain scroll-py-2 py-1 ps-2 pe-1 [scrollbar-width:thin]"
      >
        {sidebarGroups.map(({ group, screens }) => (
          <SidebarGroup key={group} group={group} screens={screens} />
        ))}
      </nav>
      <div className="sidebar-foot flex flex-none flex-wrap gap-1.5 border-t border-line p-2">
        <ThemeSwitch />
        <LanguageSwitch />
      </div>
    </div>
  );
}

export function HomeLink() {
  const { t } = useTranslation();
  return (
    <Link to="/home" prefetch="intent" className="flex items-center gap-2.5 rounded-base p-1.5">
      <Mark className="size-8 flex-none" />
      <span className="wordmark text-heading font-semibold tracking-tight">{t('common.appName')}</span>
    </Link>
  );
}
