import { useEffect, useState } from 'react';
import { ProgressBar } from 'react-aria-components';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Busy, ExportResult, WorkState } from '../../workers/work.ts';
import { Button } from '../Button.tsx';
import { formatBytes } from '../format-bytes.ts';

interface Worker {
  readonly use: () => WorkState & { readonly image?: { readonly sourceBytes: number | undefined } | undefined };
}

interface StatusLineProps {
  readonly screen: Worker;
  /** Text about finished work that has no image as its result. */
  readonly done?: string | undefined;
  /** Size that the next download has, if it is known. */
  readonly expected?: { readonly format: string; readonly bytes: number } | undefined;
}

/** Shows running work or its result, and waiting files. Always reserves its row to avoid layout shifts. */
export function StatusLine({ screen, done, expected }: StatusLineProps) {
  const { t, i18n } = useTranslation();
  const { busy, result, savedAt, image, waiting } = screen.use();
  return (
    <div className="status-line">
      {busy && <Progress busy={busy} />}
      {!busy && !result && savedAt === undefined && expected && (
        <span className="tabular">{`${expected.format} · ${formatBytes(expected.bytes, i18n.language)}`}</span>
      )}
      <div role="status" className="status-text">
        {!busy && result && <ResultText result={result} sourceBytes={image?.sourceBytes} />}
        {!busy && done}
        {!busy && !result && savedAt !== undefined && t('common.savedForLater')}
        {waiting.length > 0 && <WaitingFiles names={waiting} />}
      </div>
    </div>
  );
}

export function WaitingFiles({ names }: { readonly names: readonly string[] }) {
  const { t, ready } = useTranslation(['app', 'recipe']);
  if (!ready || names.length === 0) return null;
  const text =
    names.length === 1
      ? t('recipe:status.fileOpensNext', { name: names[0] })
      : t('recipe:status.filesOpenNext', { count: names.length });
  return (
    <span className="waiting-files" title={names.join('\n')}>
      {text}
    </span>
  );
}

const SHOW_AFTER_MS = 300;

/** Minimum seconds for which the remaining time is shown in whole minutes. */
const LONG_SECONDS = 100;

/** Shows running work. A file that opens shows its name and progress in the middle of the stage. */
export function Progress({ busy }: { busy: Busy }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(busy.startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SHOW_AFTER_MS);
    return () => clearInterval(timer);
  }, []);
  const elapsed = now - busy.startedAt;
  if (elapsed < SHOW_AFTER_MS) return null;
  const { fraction, stage, name } = busy;
  const known = fraction !== undefined && fraction > 0;
  const secondsLeft = known && fraction < 1 ? Math.ceil((elapsed * (1 - fraction)) / fraction / 1000) : undefined;
  const timeLeft = (seconds: number) =>
    seconds < LONG_SECONDS
      ? t('common.remainingSeconds', { seconds })
      : t('common.remainingMinutes', { minutes: Math.round(seconds / 60) });
  const place = busy.doing === 'opening' && document.querySelector('.tool-main .stage');
  const progress = (
    <div className="progress">
      <ProgressBar
        className="progress-bar"
        aria-label={t(`common.${busy.doing}`)}
        value={known ? fraction * 100 : undefined}
        isIndeterminate={!known}
      >
        {({ percentage, valueText }) => (
          <>
            <span className="progress-text tabular">
              {stage ? t(`core:stages.${stage}`) : t(`common.${busy.doing}`)} {valueText}
              {secondsLeft !== undefined && elapsed > 1000 && ` · ${timeLeft(secondsLeft)}`}
            </span>
            <span className="progress-track">
              <span
                className="progress-fill"
                data-indeterminate={percentage === undefined || undefined}
                style={{ inlineSize: `${percentage ?? 30}%` }}
              />
            </span>
          </>
        )}
      </ProgressBar>
      <Button size="small" onClick={busy.cancel}>
        {t('common.cancel')}
      </Button>
    </div>
  );
  if (!place) return progress;
  return createPortal(
    <div className="stage-progress">
      {name !== undefined && <p className="upload-name">{name}</p>}
      {progress}
    </div>,
    place,
  );
}

function ResultText({ result, sourceBytes }: { result: ExportResult; sourceBytes: number | undefined }) {
  const { t, i18n } = useTranslation();
  const percent = sourceBytes ? Math.round((result.bytes / sourceBytes) * 100) : undefined;
  const facts = [
    t('common.imageSize', { width: result.width, height: result.height }),
    formatBytes(result.bytes, i18n.language),
    percent !== undefined && t('common.sizeChange', { percent }),
  ];
  return (
    <span className="tabular" title={result.name}>
      {facts.filter(Boolean).join(' · ')}
    </span>
  );
}
