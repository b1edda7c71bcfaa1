import { NavLink } from '@remix-run/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolGroup } from '../tools/manifest.ts';
import { screenWord } from '../ui/screen-words.ts';
import type { ListedScreen } from './screens.ts';
import { toggleGroup, useSidebarStore } from './sidebar.ts';

interface SidebarGroupProps {
  readonly group: ToolGroup;
  readonly screens: readonly ListedScreen[];
}

export function SidebarGroup({ group, screens }: SidebarGroupProps) {
  const { t } = useTranslation();
  const open = useSidebarStore(({ folded }) => !folded.includes(group));
  const id = useId();
  return (
    <div>
      <button
        type="button"
        className="flex min-h-7 w-full items-center justify-between rounded-base px-2 text-small font-semibold text-muted transition-colors hover:text-ink pointer-coarse:min-h-11"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => toggleGroup(group)}
      >
        {t(`shell.groups.${group}`)}
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.75}
          className={`size-4 transition-transform ${open ? '' : '-rotate-90'}`}
        />
      </button>
      <div id={id} className={`grid transition-all ${open ? 'visible grid-rows-[1fr]' : 'invisible grid-rows-[0fr]'}`}>
        <ul className="-mx-1 grid overflow-hidden px-1">
          {screens.map(({ route, icon }) => (
            <li key={route}>
              <SidebarLink route={route} icon={icon} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function SidebarLink({ route, icon: Icon }: Pick<ListedScreen, 'route' | 'icon'>) {
  const { t } = useTranslation();
  return (
    <NavLink
      to={`/${route}`}
      prefetch="intent"
      className={({ isActive }) =>
        `flex min-h-8 items-center gap-2 rounded-base px-2 whitespace-nowrap transition-colors -outline-offset-2 pointer-coarse:min-h-11 ${
          isActive ? 'bg-ai-wash font-medium text-ai-strong' : 'text-ink hover:bg-sunk'
        }`
      }
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-[18px] flex-none" />
      <span className="min-w-0 truncate">{screenWord(t, route, 'name')}</span>
    </NavLink>
  );
}
