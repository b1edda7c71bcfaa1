import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { clearError, useErrorStore } from '../notices/error-queue.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorText } from '../ui/ErrorText.tsx';

const OpenInstead = lazy(() => import('./OpenInstead.tsx'));

export function ErrorDialog() {
  const { t } = useTranslation();
  const errors = useErrorStore((state) => state.errors);
  const id = useId();
  return (
    <Dialog
      open={errors.length > 0}
      onClose={clearError}
      className="w-[min(28rem,calc(100vw-32px))] border-t-4 border-t-shu"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <div className="grid gap-4 p-5">
        <h2 id={`${id}-title`} className="text-heading">
          {t('common.error')}
        </h2>
        <div id={`${id}-text`} className="grid max-h-[50vh] gap-4 overflow-auto">
          {errors.map(({ error, file }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of this list never changes
            <div key={index} className="grid gap-1">
              {file && <p className="text-small font-medium wrap-anywhere">{file}</p>}
              <ErrorText error={error} />
            </div>
          ))}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Suspense>{errors.length === 1 && errors[0]?.opens && <OpenInstead file={errors[0].opens} />}</Suspense>
          <Button look="primary" onClick={clearError}>
            {t('common.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
