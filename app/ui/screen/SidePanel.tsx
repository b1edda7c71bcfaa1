import { ChevronDown, ChevronUp, PanelRightClose, PanelRightOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import { Button } from '../Button.tsx';
import { useLargeScreen } from '../large-screen.ts';

interface SidePanelProps {
  readonly tool: string;
  readonly title: string;
  /** True to place the panel below the page on phones, instead of in a bottom sheet. */
  readonly below?: boolean;
  readonly children: ReactNode;
}

/** Scrolls an opened bottom sheet to its settings, and the page behind the sheet to the image. */
function showSheet(body: HTMLElement | null): void {
  const sheet = body?.closest('.tool-side');
  if (!body || !sheet) return void body?.scrollIntoView({ block: 'start' });
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

/** Settings panel; on phones, a bottom sheet that starts collapsed. Each tool remembers the panel's state. */
export function SidePanel({ tool, title, below = false, children }: SidePanelProps) {
  const { t } = useTranslation();
  const isLarge = useLargeScreen();
  const [{ open = isLarge || below }, set] = useToolSettings(tool, 'panel', UNDECIDED, restore);
  const [Open, Close] = isLarge ? [PanelRightOpen, PanelRightClose] : [ChevronUp, ChevronDown];
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const toggle = () => {
    flushSync(() => set({ open: !open }));
    if (!isLarge) showSheet(body.current);
  };
  return (
    <aside className="side-panel" data-open={open} data-below={below || undefined} aria-labelledby={id}>
      <header className="side-panel-head">
        <h2 id={id} className="side-panel-title">
          {title}
        </h2>
        <Button look="quiet" iconOnly icon={open ? Close : Open} aria-expanded={open} onClick={toggle}>
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
