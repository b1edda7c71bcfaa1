import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useToolSettings } from '../state/settings.ts';
import { Button } from './Button.tsx';

interface SidePanelProps {
  readonly tool: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** What can be turned: beside the stage, or a sheet at the foot of a phone's screen. Open or not is remembered. */
export function SidePanel({ tool, title, children }: SidePanelProps) {
  const { t } = useTranslation();
  const [{ open }, set] = useToolSettings(tool, 'panel', { open: true });
  const id = useId();
  return (
    <aside className="side-panel" data-open={open} aria-labelledby={id}>
      <header className="side-panel-head">
        <h2 id={id} className="side-panel-title">
          {title}
        </h2>
        <Button
          look="quiet"
          iconOnly
          icon={open ? PanelRightClose : PanelRightOpen}
          aria-expanded={open}
          onClick={() => set({ open: !open })}
        >
          {open ? t('common.hidePanel') : t('common.showPanel')}
        </Button>
      </header>
      {open && <div className="side-panel-body">{children}</div>}
    </aside>
  );
}
