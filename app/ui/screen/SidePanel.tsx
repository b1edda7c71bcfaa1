import { ChevronDown, ChevronUp } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useToolSettings } from '../../storage/settings.ts';
import { Button } from '../Button.tsx';
import { restoreFolding, UNDECIDED } from '../folding.ts';
import { useLargeScreen } from '../large-screen.ts';
import { useSheetDrag } from './sheet-drag.ts';

interface SidePanelProps {
  readonly tool: string;
  /** By default, the title is “Settings”, or on phones the tool's name while a file is open. */
  readonly title?: string;
  /** True if the sheet is open at first. By default, it is collapsed. */
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

interface SheetContent {
  readonly steps?: ReactNode;
  /** Name of the tool, which the top bar doesn't show while a file is open. */
  readonly name?: string | undefined;
  /** Content above the settings, on all screens. */
  readonly presets?: ReactNode;
}

/** Content of a tool's panel or, on phones, of its sheet. The sheet's title row shows the steps. */
export const SheetHead = createContext<SheetContent>({});

/** Scrolls an opened bottom sheet to its settings, and the page behind the sheet to the image. */
function showSheet(body: HTMLElement | null): void {
  const sheet = body?.closest('.tool-side');
  if (!body || !sheet) return;
  const margin = Number.parseFloat(getComputedStyle(body).scrollMarginTop);
  sheet.scrollTop += body.getBoundingClientRect().top - sheet.getBoundingClientRect().top - margin;
  document.querySelector('.tool-frame :is(.stage, .player-stage)')?.scrollIntoView({ block: 'start' });
}

/** Settings of a tool. On phones, a bottom sheet that starts collapsed. Each tool remembers the panel's state. */
export function SidePanel({ tool, title, startsOpen = false, children }: SidePanelProps) {
  const { t } = useTranslation();
  const isLarge = useLargeScreen();
  const head = useContext(SheetHead);
  const [{ open = isLarge || startsOpen }, fold] = useToolSettings(tool, 'panel', UNDECIDED, restoreFolding);
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const toggle = () => {
    flushSync(() => fold({ open: !open }));
    if (!isLarge) showSheet(body.current);
  };
  const onPointerDown = useSheetDrag(open, toggle);
  return (
    <aside className="side-panel" data-open={open} aria-labelledby={id}>
      <header className="side-panel-head" onPointerDown={isLarge ? undefined : onPointerDown}>
        <h2 id={id} className="side-panel-title">
          {title ?? head.name ?? t('common.settings')}
        </h2>
        {head.steps}
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
      {(open || !isLarge) && (
        <div ref={body} className="side-panel-body">
          {head.presets}
          {children}
        </div>
      )}
    </aside>
  );
}
