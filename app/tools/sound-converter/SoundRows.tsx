import { Download, Trash2, X } from 'lucide-react';
import { ProgressBar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { errorReason, errorSentence } from '#core/words/format.ts';
import { coreWords } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import type { SoundItem, SoundQueue } from './queue.ts';

interface SoundRowsProps {
  readonly items: readonly SoundItem[];
  readonly shown: string | undefined;
  readonly queue: SoundQueue;
}

export function SoundRows({ items, shown, queue }: SoundRowsProps) {
  const { t } = useTranslation(['app', 'media']);
  return (
    <ul className="sound-rows" aria-label={t('media:sound.queue')}>
      {items.map((item) => (
        <SoundRow key={item.id} item={item} isShown={item.id === shown} queue={queue} />
      ))}
    </ul>
  );
}

function SoundRow({ item, isShown, queue }: { item: SoundItem; isShown: boolean; queue: SoundQueue }) {
  const { t } = useTranslation(['app', 'media']);
  const { id, file, state, result } = item;
  const { name } = file;
  const isActive = state === 'converting' || state === 'waiting';
  return (
    <li className="sound-row" data-shown={isShown || undefined}>
      <button
        type="button"
        className="sound-row-name"
        title={name}
        aria-current={isShown || undefined}
        onClick={() => queue.select(id)}
      >
        {name}
      </button>
      <RowText item={item} />
      <div className="sound-row-actions">
        {result && (
          <Button look="quiet" iconOnly icon={Download} onClick={() => queue.downloadOne(id)}>
            {t('media:sound.download', { name: result.name })}
          </Button>
        )}
        {isActive ? (
          <Button look="quiet" iconOnly icon={X} onClick={() => queue.cancel(id)}>
            {t('media:sound.cancelOne', { name })}
          </Button>
        ) : (
          <Button look="quiet" iconOnly icon={Trash2} onClick={() => queue.remove(id)}>
            {t('media:sound.removeOne', { name })}
          </Button>
        )}
      </div>
    </li>
  );
}

function RowText({ item: { file, summary, state, fraction, error, result } }: { item: SoundItem }) {
  const { t, i18n } = useTranslation(['app', 'media']);
  if (state === 'converting')
    return (
      <ProgressBar className="progress-bar sound-row-text" aria-label={file.name} value={(fraction ?? 0) * 100}>
        {({ percentage }) => (
          <span className="progress-track">
            <span className="progress-fill" style={{ inlineSize: `${percentage ?? 0}%` }} />
          </span>
        )}
      </ProgressBar>
    );
  if (error !== undefined && (state === 'failed' || state === 'unreadable'))
    return (
      <p className="sound-row-text sound-row-error">
        {[errorSentence(error, coreWords()) ?? t('failure.unknown'), errorReason(error, coreWords())]
          .filter(Boolean)
          .join(' ')}
      </p>
    );
  const seconds = summary?.durationSec;
  const facts = [
    t(`media:sound.states.${state}`),
    seconds != null && t('media:sound.seconds', { seconds: seconds.toFixed(2) }),
    formatBytes(file.size, i18n.language),
  ];
  const words = coreWords().warnings;
  const made = result && [
    `→ ${formatBytes(result.blob.size, i18n.language)}`,
    ...(result.warnings ?? []).map((key) => words[key as keyof typeof words]),
  ];
  return <p className="sound-row-text tabular">{[facts.filter(Boolean).join(' · '), ...(made ?? [])].join(' ')}</p>;
}
