import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_QUERY } from '../locales/visitors-language.ts';
import { showError } from '../notices/error-queue.ts';
import { useOfflineCopy } from '../notices/offline-copy.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { formatBytes } from '../ui/format-bytes.ts';

/** Loads the storage code on demand, because its library would make the download of a text page 10 % larger. */
const loadStorage = () => import('../storage/storage.ts');

/** Address fragment of the reload after a deletion, which makes the page report that the data was deleted. */
const CLEARED = '#cleared';

/** Minimum bytes of stored data to display. Fewer bytes contain only the language and the tab's storage slot. */
const MIN_SHOWN_BYTES = 500;

export function StoredData() {
  const { t, i18n } = useTranslation(['app', 'pages']);
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  const offline = useOfflineCopy();
  const [bytes, setBytes] = useState<number>();
  const [isCleared, setIsCleared] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    void loadStorage()
      .then(({ storedBytes }) => storedBytes())
      // Ignores errors here, because the delete button reports errors.
      .then(setBytes, () => undefined);
    if (location.hash !== CLEARED) return;
    setIsCleared(true);
    history.replaceState(history.state, '', location.pathname);
  }, []);
  useEffect(() => {
    if (isCleared) status.current?.focus();
  }, [isCleared]);

  const clear = async () => {
    setBusy(true);
    try {
      const { clearStored } = await loadStorage();
      await clearStored();
    } catch (error) {
      setBusy(false);
      setIsConfirming(false);
      return showError(error);
    }
    // Reloads the page; otherwise the state in memory would be stored again.
    history.replaceState(null, '', `${location.pathname}?${LANGUAGE_QUERY}=${i18n.language}${CLEARED}`);
    location.reload();
  };

  return (
    <div className="mt-3 grid justify-items-start gap-3">
      <p ref={status} tabIndex={-1} role="status" className="text-muted outline-none">
        {isCleared
          ? t('pages:privacy.stored.cleared')
          : bytes !== undefined &&
            (bytes >= MIN_SHOWN_BYTES
              ? t('pages:privacy.stored.size', { size: formatBytes(bytes, i18n.language) })
              : t('pages:privacy.stored.nothing'))}
      </p>
      {offline.bytes !== undefined && (
        <p role="status" className="text-muted">
          {t(offline.isComplete ? 'pages:privacy.stored.offline' : 'pages:privacy.stored.offlinePart', {
            size: formatBytes(offline.bytes, i18n.language),
          })}
        </p>
      )}
      <Button onClick={() => setIsConfirming(true)}>{t('pages:privacy.stored.clear')}</Button>
      <Dialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        className="w-[min(28rem,calc(100vw-32px))]"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
      >
        <div className="grid gap-4 p-5">
          <h2 id={`${id}-title`} className="text-heading">
            {t('pages:privacy.stored.question')}
          </h2>
          <p id={`${id}-text`}>{t('pages:privacy.stored.consequence')}</p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button data-first-focus="" onClick={() => setIsConfirming(false)}>
              {t('common.cancel')}
            </Button>
            <Button look="danger" busy={busy} onClick={() => void clear()}>
              {t('pages:privacy.stored.confirm')}
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}
