import { ChevronDown, ChevronUp } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import { Button } from '../Button.tsx';
import { useLargeScreen } from '../large-screen.ts';

interface SidePanelProps {
  readonly tool: string;
  readonly title: string;
  /** True if the sheet is open at first. By default, it is collapsed. */
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

/** Content of the sheet's title row on phones: the steps of the open image. */
export const SheetHead = createContext<ReactNode>(undefined);

/** Scrolls an opened bottom sheet to its settings, and the page behind the sheet to the image. */
function showSheet(body: HTMLElement | null): void {
  const sheet = body?.closest('.tool-side');
  if (!body || !sheet) return;
  const margin = Number.parseFloat(getComputedStyle(body).scrollMarginTop);
  sheet.scrollTop += body.getBoundingClientRect().top - sheet.getBoundingClientRect().top - margin;
  document.querySelector('.tool-frame :is(.stage, .player-stage)')?.scrollIntoView({ block: 'start' });
}

interface PanelState {
  readonly open?: boolean;
}

const UNDECIDED: PanelState = {};

function restore(stored: object): PanelState {
  const open = getOwnProperty(stored, 'open');
  return typeof open === 'boolean' ? { open } : {};
}

/** Settings of a tool. On phones, a bottom sheet that starts collapsed. Each tool remembers the panel's state. */
export function SidePanel({ tool, title, startsOpen = false, children }: SidePanelProps) {
  const { t } = useTranslation();
  const isLarge = useLargeScreen();
  const head = useContext(SheetHead);
  const [{ open = isLarge || startsOpen }, set] = useToolSettings(tool, 'panel', UNDECIDED, restore);
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const toggle = () => {
    flushSync(() => set({ open: !open }));
    if (!isLarge) showSheet(body.current);
  };
  return (
    <aside className="side-panel" data-open={open} aria-labelledby={id}>
      <header className="side-panel-head">
        <h2 id={id} className="side-panel-title">
          {title}
        </h2>
        {!isLarge && head}
        <Button
          look="quiet"
          iconOnly
          icon={open === isLarge ? ChevronUp : ChevronDown}
          aria-expanded={open}
          onClick={toggle}
        >
          {open ? t('common.hidePanel') : t('common.showPanel')}
        </Button>
      </header>
      {open && (
        <div ref={body} className="side-panel-body">
          {children}
        </div>
      )}
    </aside>
  );
}
