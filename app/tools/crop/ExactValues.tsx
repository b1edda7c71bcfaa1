import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useToolSettings } from '../../storage/settings.ts';

export function ExactValues({ tool, children }: { readonly tool: string; readonly children: ReactNode }) {
  const { t } = useTranslation(['app', 'stage']);
  const [{ open }, set] = useToolSettings(tool, 'card', { open: true });
  const id = useId();
  const Icon = open ? ChevronUp : ChevronDown;
  return (
    <section className="exact-values" aria-labelledby={id}>
      <button
        id={id}
        type="button"
        className="button button-quiet exact-values-head"
        aria-expanded={open}
        onClick={() => set({ open: !open })}
      >
        {t('stage:exactValues')}
        <Icon aria-hidden="true" strokeWidth={1.75} />
      </button>
      {open && children}
    </section>
  );
}
