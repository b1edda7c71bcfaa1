import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useToolSettings } from '../storage/settings.ts';
import { Button } from './Button.tsx';

interface CollapsibleCardProps {
  readonly tool: string;
  readonly title: string;
  readonly children: ReactNode;
}

export function CollapsibleCard({ tool, title, children }: CollapsibleCardProps) {
  const { t } = useTranslation();
  const [{ open }, set] = useToolSettings(tool, 'card', { open: true });
  const id = useId();
  return (
    <section className="card source-card" aria-labelledby={id}>
      <header className="fold-head">
        <h2 id={id} className="fold-title">
          {title}
        </h2>
        <Button
          look="quiet"
          iconOnly
          icon={open ? ChevronUp : ChevronDown}
          aria-expanded={open}
          onClick={() => set({ open: !open })}
        >
          {open ? t('common.foldCard') : t('common.unfoldCard')}
        </Button>
      </header>
      {open && children}
    </section>
  );
}
