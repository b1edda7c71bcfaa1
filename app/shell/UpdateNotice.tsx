import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/Button.tsx';
import { TAKE_OVER } from '../service-worker/messages.ts';
import { useRunning } from '../state/running.ts';
import { useUpdateStore } from '../state/update.ts';

/**
 * Says that a new version is there, and leaves it at that: the page is loaded anew when the visitor
 * says so, and not while something is being made.
 */
export default function UpdateNotice() {
  const { t } = useTranslation();
  const running = useRunning((state) => state.works > 0);
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-base border border-border bg-surface p-3 shadow-lift">
      <p className="max-w-[24rem]">{t(running ? 'shell.update.later' : 'shell.update.ready')}</p>
      <Button look="primary" size="small" icon={RotateCw} waiting={running} onClick={() => void takeUpdate()}>
        {t('shell.update.reload')}
      </Button>
      <Button look="quiet" size="small" onClick={() => useUpdateStore.setState({ ready: false })}>
        {t('common.close')}
      </Button>
    </div>
  );
}

/** Loads the page anew, as the build that waits. Other pages stay as they are, and say so. */
async function takeUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const waiting = registration?.waiting;
  if (waiting)
    await new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
      waiting.postMessage(TAKE_OVER);
    });
  location.reload();
}
