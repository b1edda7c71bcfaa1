import { ChevronDown, ChevronUp } from 'lucide-react';
import { type MutableRefObject, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useToolSettings } from '../storage/settings.ts';
import { Button } from './Button.tsx';
import { restoreFolding, UNDECIDED } from './folding.ts';

interface CollapsibleCardProps {
  readonly tool: string;
  readonly title: string;
  readonly startsOpen: boolean;
  readonly children: ReactNode;
}

export function CollapsibleCard({ tool, title, startsOpen, children }: CollapsibleCardProps) {
  const { t } = useTranslation();
  const [{ open = startsOpen }, fold] = useToolSettings(tool, 'card', UNDECIDED, restoreFolding);
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (open || !hadFocus.current) return;
    hadFocus.current = false;
    section.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [open]);
  return (
    <section ref={section} className="card source-card" aria-labelledby={id}>
      <header className="fold-head">
        <h2 id={id} className="fold-title">
          {title}
        </h2>
        <Button
          look="quiet"
          iconOnly
          icon={open ? ChevronUp : ChevronDown}
          aria-expanded={open}
          onClick={() => fold({ open: !open })}
        >
          {open ? t('common.foldCard') : t('common.unfoldCard')}
        </Button>
      </header>
      {open && (
        <Folded section={section} hadFocus={hadFocus}>
          {children}
        </Folded>
      )}
    </section>
  );
}

interface FoldedProps {
  readonly section: MutableRefObject<HTMLElement | null>;
  readonly hadFocus: MutableRefObject<boolean>;
  readonly children: ReactNode;
}

/** Notes whether the content has the focus when it goes; the button that opens it then takes the focus. */
function Folded({ section, hadFocus, children }: FoldedProps) {
  useLayoutEffect(() => () => {
    hadFocus.current = section.current?.contains(document.activeElement) ?? false;
  });
  return children;
}
