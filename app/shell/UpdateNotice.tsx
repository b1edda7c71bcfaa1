import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/Button.tsx';
import { useRunning } from '../state/running.ts';
import { dismissUpdate, takeUpdate, useUpdateStore } from '../state/update.ts';

/**
 * Says that a new version is there, and leaves it at that: the page is loaded anew when the visitor
 * says so, and not while something is being made.
 */
export function UpdateNotice() {
  const { t } = useTranslation();
  const ready = useUpdateStore((state) => state.ready);
  const running = useRunning((state) => state.works > 0);
  return (
    <div aria-live="polite" className="fixed right-4 bottom-4 z-20 max-w-[calc(100vw-32px)]">
      {ready && (
        <div className="flex flex-wrap items-center gap-3 rounded-base border border-border bg-surface p-3 shadow-lift">
          <p className="max-w-[24rem]">{t(running ? 'shell.update.later' : 'shell.update.ready')}</p>
          <Button look="primary" size="small" icon={RotateCw} waiting={running} onClick={() => void takeUpdate()}>
            {t('shell.update.reload')}
          </Button>
          <Button look="quiet" size="small" onClick={dismissUpdate}>
            {t('common.close')}
          </Button>
        </div>
      )}
    </div>
  );
}
