import { Download, Trash2, X } from 'lucide-react';
import { ProgressBar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { errorReason, errorSentence, fillIn } from '#core/locales/format.ts';
import { coreWords } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { type AudioConverter, fileState } from './converter.ts';
import type { AudioFile } from './document.ts';

interface AudioRowsProps {
  readonly files: readonly AudioFile[];
  readonly shown: string | undefined;
  readonly converter: AudioConverter;
}

export function AudioRows({ files, shown, converter }: AudioRowsProps) {
  const { t } = useTranslation(['app', 'media']);
  return (
    <ul className="sound-rows" aria-label={t('media:sound.queue')}>
      {files.map((file) => (
        <AudioRow key={file.id} file={file} isShown={file.id === shown} converter={converter} />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly file: AudioFile;
  readonly converter: AudioConverter;
}

function useRow({ file: { id }, converter }: RowProps) {
  const conversion = converter.use(({ conversions }) => conversions[id]);
  const content = converter.contents.use(() => converter.contents.get(id));
  return { conversion, content, state: fileState(content, conversion) };
}

function AudioRow({ file, isShown, converter }: RowProps & { readonly isShown: boolean }) {
  const { t } = useTranslation(['app', 'media']);
  const { conversion, state } = useRow({ file, converter });
  const result = conversion?.result;
  const { id, name } = file;
  const isActive = state === 'converting' || state === 'waiting';
  return (
    <li className="sound-row" data-shown={isShown || undefined}>
      <button
        type="button"
        className="sound-row-name"
        title={name}
        aria-current={isShown || undefined}
        onClick={() => converter.select(id)}
      >
        {name}
      </button>
      <RowText file={file} converter={converter} />
      <div className="sound-row-actions">
        {result && (
          <Button look="quiet" iconOnly icon={Download} onClick={() => converter.downloadOne(id)}>
            {t('media:sound.download', { name: result.name })}
          </Button>
        )}
        {isActive ? (
          <Button look="quiet" iconOnly icon={X} onClick={() => converter.cancel(id)}>
            {t('media:sound.cancelOne', { name })}
          </Button>
        ) : (
          <Button look="quiet" iconOnly icon={Trash2} onClick={() => converter.remove(id)}>
            {t('media:sound.removeOne', { name })}
          </Button>
        )}
      </div>
    </li>
  );
}

function RowText({ file, converter }: RowProps) {
  const { t, i18n } = useTranslation(['app', 'media']);
  const { content, conversion, state } = useRow({ file, converter });
  if (state === 'converting')
    return (
      <ProgressBar
        className="progress-bar sound-row-text"
        aria-label={file.name}
        value={(conversion?.fraction ?? 0) * 100}
      >
        {({ percentage }) => (
          <span className="progress-track">
            <span className="progress-fill" style={{ inlineSize: `${percentage ?? 0}%` }} />
          </span>
        )}
      </ProgressBar>
    );
  const error = content.state === 'failed' ? content.error : conversion?.error;
  if (error !== undefined)
    return (
      <p className="sound-row-text sound-row-error">
        {[errorSentence(error, coreWords()) ?? t('failure.unknown'), errorReason(error, coreWords())]
          .filter(Boolean)
          .join(' ')}
      </p>
    );
  const seconds = content.state === 'ready' ? content.value.summary.durationSec : undefined;
  const result = conversion?.result;
  const facts = [
    t(`media:sound.states.${state}`),
    seconds != null && t('media:sound.seconds', { seconds: seconds.toFixed(2) }),
    formatBytes(file.bytes, i18n.language),
  ];
  const words = coreWords().warnings;
  const made = result && [
    `→ ${formatBytes(result.blob.size, i18n.language)}`,
    ...(result.warnings ?? []).map((key) => words[key as keyof typeof words]),
    ...result.reported.map(({ code, data }) => fillIn(words[code], data)),
  ];
  return <p className="sound-row-text tabular">{[facts.filter(Boolean).join(' · '), ...(made ?? [])].join(' ')}</p>;
}
