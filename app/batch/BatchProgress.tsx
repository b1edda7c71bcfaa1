import { ProgressBar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Batch } from './batch.ts';

export function BatchProgress({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation(['app', 'batch']);
  const { items, run, packing } = batch.use();
  const [done, failed] = ['done', 'failed'].map((state) => items.filter((item) => item.state === state).length);
  const counts = [
    Boolean(done) && t('batch:doneCount', { count: done }),
    Boolean(failed) && t('batch:failedCount', { count: failed }),
  ].filter(Boolean);
  return (
    <div className="batch-status">
      {run ? (
        <ProgressBar
          className="progress-bar"
          aria-label={t('common.working')}
          value={(run.done / Math.max(1, run.total)) * 100}
        >
          {({ percentage }) => (
            <>
              <span className="progress-text tabular">{t('batch:progress', { done: run.done, total: run.total })}</span>
              <span className="progress-track">
                <span className="progress-fill" style={{ inlineSize: `${percentage ?? 0}%` }} />
              </span>
            </>
          )}
        </ProgressBar>
      ) : (
        <p role="status" className="panel-note tabular">
          {packing ? t('batch:packing') : counts.length > 0 ? counts.join(' · ') : t('batch:forAll')}
        </p>
      )}
    </div>
  );
}
