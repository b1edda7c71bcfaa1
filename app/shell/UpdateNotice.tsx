import RotateCw from 'lucide-react/icons/rotate-cw';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/Button.tsx';
import { TAKE_OVER } from '../service-worker/messages.ts';
import { useRunning } from '../state/running.ts';
import { useUpdateStore } from '../state/update.ts';
import { Notice } from './Notice.tsx';

/**
 * Says that a new version is there, and leaves it at that: the page is loaded anew when the visitor
 * says so, and not while something is being made.
 */
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
        onClick={() => void takeUpdate()}
      >
        {t('shell.update.reload')}
      </Button>
    </Notice>
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
