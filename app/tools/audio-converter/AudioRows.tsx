import { Download, Trash2, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { ProgressBar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { fillIn } from '#core/locales/format.ts';
import { coreWords } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useDragOrder } from '../../ui/drag-order.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { useAudioProblem } from './audio-problem.ts';
import { type AudioConverter, type AudioResult, fileState } from './converter.ts';
import type { AudioFile } from './document.ts';

interface AudioRowsProps {
  readonly files: readonly AudioFile[];
  readonly shown: string | undefined;
  readonly converter: AudioConverter;
}

export function AudioRows({ files, shown, converter }: AudioRowsProps) {
  const { t } = useTranslation(['app', 'media']);
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<number>(undefined);
  useEffect(() => {
    // A row that changes its place loses the focus.
    if (moved.current !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-slot="${moved.current}"] > button`)?.focus();
    moved.current = undefined;
  });
  const move = (from: number, to: number) => {
    const file = files[from];
    if (!file || !files[to]) return;
    moved.current = to;
    converter.move(file.id, to - from);
  };
  const { drag, onPointerDown } = useDragOrder(() => files.length > 1, move);
  return (
    <ul ref={list} className="sound-rows" aria-label={t('media:sound.queue')} onPointerDownCapture={onPointerDown}>
      {files.map((file, index) => (
        <AudioRow
          key={file.id}
          {...{ file, index, converter, move }}
          isShown={file.id === shown}
          isMoving={drag?.from === index}
          isTarget={drag?.over === index && drag.from !== index}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly file: AudioFile;
  readonly converter: AudioConverter;
}

interface AudioRowProps extends RowProps {
  readonly index: number;
  readonly isShown: boolean;
  readonly isMoving: boolean;
  readonly isTarget: boolean;
  readonly move: (from: number, to: number) => void;
}

function useRow({ file: { id }, converter }: RowProps) {
  const conversion = converter.use(({ conversions }) => conversions[id]);
  const content = converter.contents.use(() => converter.contents.get(id));
  return { conversion, content, state: fileState(content, conversion) };
}

function AudioRow({ file, index, isShown, isMoving, isTarget, converter, move }: AudioRowProps) {
  const { t } = useTranslation(['app', 'media']);
  const { conversion, state } = useRow({ file, converter });
  const result = conversion?.result;
  const { id, name } = file;
  const isActive = state === 'converting' || state === 'waiting';
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    move(index, index + by);
  };
  return (
    <li
      className="sound-row"
      data-slot={index}
      data-shown={isShown || undefined}
      data-moving={isMoving || undefined}
      data-target={isTarget || undefined}
    >
      <button
        type="button"
        className="sound-row-name"
        title={name}
        aria-current={isShown || undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={onKeyDown}
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
  const problemOf = useAudioProblem();
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
      <p className="sound-row-text sound-row-error" role="status" title={problemOf(error).full}>
        {problemOf(error).plain}
      </p>
    );
  const seconds = content.state === 'ready' ? content.value.summary.durationSec : undefined;
  const result = conversion?.result;
  const facts = [
    t(`media:sound.states.${state}`),
    seconds != null && t('media:sound.seconds', { seconds: seconds.toFixed(2) }),
    formatBytes(file.bytes, i18n.language),
  ];
  const made = result && [`→ ${formatBytes(result.blob.size, i18n.language)}`, ...warningsOf(result)];
  return <p className="sound-row-text tabular">{[facts.filter(Boolean).join(' · '), ...(made ?? [])].join(' ')}</p>;
}

/** Returns the sentences of a result's warnings. */
export function warningsOf({ warnings = [], reported }: Pick<AudioResult, 'warnings' | 'reported'>): readonly string[] {
  const words = coreWords().warnings;
  return [
    ...warnings.map((key) => words[key as keyof typeof words]),
    ...reported.map(({ code, data }) => fillIn(words[code], data)),
  ];
}
