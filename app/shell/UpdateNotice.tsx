import RotateCw from 'lucide-react/icons/rotate-cw';
import { useTranslation } from 'react-i18next';
import { useRunning } from '../notices/running.ts';
import { useUpdateStore } from '../notices/update.ts';
import { SKIP_WAITING } from '../service-worker/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from './Notice.tsx';

/** Announces a new version. The visitor starts the reload, which is disabled during work. */
export function UpdateNotice() {
  const { t } = useTranslation();
  const ready = useUpdateStore((state) => state.ready);
  const running = useRunning((state) => state.works > 0);
  if (!ready) return null;
  return (
    <Notice onClose={() => useUpdateStore.setState({ ready: false })}>
      <p>{t(running ? 'shell.update.later' : 'shell.update.ready')}</p>
      <Button
        look="primary"
        size="small"
        icon={RotateCw}
        waiting={running}
        className="justify-self-start"
        onClick={() => void installUpdate()}
      >
        {t('shell.update.reload')}
      </Button>
    </Notice>
  );
}

/** Activates the waiting service worker and reloads. Other open pages keep their version and show the notice. */
async function installUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const waiting = registration?.waiting;
  if (waiting)
    await new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
      waiting.postMessage(SKIP_WAITING);
    });
  location.reload();
}
