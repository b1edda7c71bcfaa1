import { ChevronDown, ChevronUp, FolderArchive, FolderDown, ImagePlus, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { ProgressBar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { baseName, extensionOf } from '#core/base/files.ts';
import {
  DEFAULT_NAME_PATTERN,
  type NamePattern,
  NamePatternError,
  type NamePatternProblem,
  nameAfter,
  parseNamePattern,
} from '#core/base/name-pattern.ts';
import { type ImageFormat, imageFormatOf, imageFormats } from '#core/image/codecs/encode.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { Button } from '../../../parts/Button.tsx';
import { ChoiceRow } from '../../../parts/fields/ChoiceRow.tsx';
import { ParameterFields } from '../../../parts/fields/ParameterFields.tsx';
import { FileButton } from '../../../parts/screen/FileButton.tsx';
import { canWriteFolders, chooseFolder } from '../../../platform/folders.ts';
import { useOfferActions } from '../../../state/actions.ts';
import type { Batch, BatchItem, BatchWork } from '../../../state/batch/batch.ts';
import { downloadAll, downloadOne, saveInto } from '../../../state/batch/deliver.ts';
import { closeBatch } from '../../../state/batch/open-batches.ts';
import { showError } from '../../../state/errors.ts';
import { useLargeScreen } from '../../../state/large-screen.ts';
import { ACCEPTED_PICTURES } from '../../../state/picture-session.ts';
import { useToolSettings } from '../../../state/settings.ts';
import { own } from '../../../state/stored.ts';
import { BatchRows, type RowActions } from './BatchRows.tsx';
import { type BatchSettings, outputFields, SAME_FORMAT } from './batch-settings.ts';
import FolderButton from './FolderButton.tsx';
import { NamePatternField } from './NamePatternField.tsx';
import './batch.css';

interface BatchCardProps {
  readonly batch: Batch;
  readonly settings: BatchSettings;
  /** The stage is at rest. */
  readonly idle: boolean;
}

type Format = typeof SAME_FORMAT | ImageFormat;

interface Output {
  readonly format: Format;
  readonly quality: number;
  readonly pattern: string;
}

const FIRST_OUTPUT: Output = {
  format: outputFields.format.default as Format,
  quality: outputFields.quality.default as number,
  pattern: DEFAULT_NAME_PATTERN,
};

function restoreOutput(stored: object): Partial<Output> {
  const pattern = own(stored, 'pattern');
  return {
    ...(restoreValues(outputFields, stored) as Partial<Output>),
    pattern: typeof pattern === 'string' && !('problem' in readPattern(pattern)) ? pattern : DEFAULT_NAME_PATTERN,
  };
}

function readPattern(text: string): { readonly pattern: NamePattern } | { readonly problem: NamePatternProblem } {
  try {
    return { pattern: parseNamePattern(text) };
  } catch (error) {
    if (error instanceof NamePatternError) return { problem: error.problem };
    throw error;
  }
}

/** All that are open: how their results are written and called, what takes them away, and a row for each. */
export default function BatchCard({ batch, settings, idle }: BatchCardProps) {
  const { t, ready } = useTranslation(['app', 'many']);
  // What changes with every picture that is made is drawn by parts of its own.
  const { count, shown, isRunning, packing } = batch.use(
    useShallow(({ items, shown, run, packing }) => ({
      count: items.length,
      shown,
      isRunning: run !== undefined,
      packing,
    })),
  );
  const { tool } = batch.session;
  const [kept, keep] = useToolSettings(tool, 'many', FIRST_OUTPUT, restoreOutput);
  // What is typed may not be a pattern yet.
  const [typed, setTyped] = useState(kept.pattern);
  const read = useMemo(() => readPattern(typed), [typed]);
  const pattern = 'pattern' in read ? read.pattern : undefined;
  const isLarge = useLargeScreen();
  const [listed, setListed] = useState(isLarge);

  const format = kept.format === SAME_FORMAT ? undefined : kept.format;
  const { recipe, cropBy = 'fractions', encoding = { quality: kept.quality } } = settings;
  const work: BatchWork = { recipe, cropBy, format, encoding };
  const isBusy = isRunning || packing;
  const canStart = pattern !== undefined && count > 0 && !isBusy && idle;
  const download = () => pattern && void downloadAll(batch, work, pattern).catch(showError);
  const save = async () => {
    try {
      const folder = await chooseFolder();
      if (folder && pattern) await saveInto(folder, batch, work, pattern);
    } catch (error) {
      showError(error);
    }
  };

  const latest = useRef({ work, pattern });
  latest.current = { work, pattern };
  const actions = useMemo(
    (): RowActions => ({
      download: (id) => latest.current.pattern && downloadOne(batch, id, latest.current.pattern),
      retry: (id) => void batch.retry(id, latest.current.work),
      cancel: (id) => batch.cancel(id),
      remove: (id) => batch.remove(id),
    }),
    [batch],
  );
  const canSave = canWriteFolders();
  useOfferActions(
    ready
      ? [
          { id: 'batch-download', label: t('many:downloadAll'), run: download, disabled: !canStart },
          ...(canSave
            ? [{ id: 'batch-save', label: t('many:saveIntoFolder'), run: () => void save(), disabled: !canStart }]
            : []),
          { id: 'batch-cancel', label: t('many:cancelAll'), run: batch.cancelAll, disabled: !isRunning },
        ]
      : [],
  );
  if (!ready) return null;
  const labels = Object.fromEntries(imageFormats.map((each) => [each, each === 'webp' ? 'WebP' : each.toUpperCase()]));
  const options = outputFields.format.options.map((id) => ({
    id: id as Format,
    label: id === SAME_FORMAT ? t('many:sameFormat') : (labels[id] ?? id),
  }));

  return (
    <section className="card batch-card" aria-label={t('many:all')}>
      <header className="batch-head">
        <h2 className="side-panel-title">{t('many:count', { count })}</h2>
        <Button look="quiet" size="small" onClick={() => closeBatch(tool)} disabled={isBusy}>
          {t('many:clear')}
        </Button>
      </header>
      <ChoiceRow
        label={t('many:format')}
        options={options}
        value={kept.format}
        onChange={(next) => keep({ format: next })}
        disabled={isBusy}
      />
      <div className="batch-buttons">
        <Button icon={FolderArchive} onClick={download} disabled={!canStart}>
          {t('many:downloadAll')}
        </Button>
        {canSave && (
          <Button icon={FolderDown} onClick={() => void save()} disabled={!canStart}>
            {t('many:saveIntoFolder')}
          </Button>
        )}
        {isRunning && (
          <Button icon={X} onClick={batch.cancelAll}>
            {t('many:cancelAll')}
          </Button>
        )}
      </div>
      <Told batch={batch} />
      <Button
        look="quiet"
        size="small"
        icon={listed ? ChevronUp : ChevronDown}
        aria-expanded={listed}
        onClick={() => setListed(!listed)}
      >
        {t('many:details')}
      </Button>
      {listed && (
        <>
          {settings.encoding === undefined && format !== 'png' && (
            <ParameterFields
              operation="convert"
              fields={{ quality: outputFields.quality }}
              values={{ quality: kept.quality }}
              onChange={(_, value) => keep({ quality: value as number })}
              disabled={isBusy}
            />
          )}
          <NamePatternField
            value={typed}
            problem={'problem' in read ? read.problem : undefined}
            example={pattern && exampleOf(pattern, batch.use.getState().items, shown, format)}
            onChange={(text) => {
              setTyped(text);
              if ('pattern' in readPattern(text)) keep({ pattern: text });
            }}
          />
          <div className="batch-buttons">
            <FileButton
              accept={ACCEPTED_PICTURES}
              multiple
              onFiles={(files) => void batch.add(files)}
              icon={ImagePlus}
              disabled={isBusy}
            >
              {t('many:add')}
            </FileButton>
            <FolderButton openFiles={(files) => void batch.add(files)} disabled={isBusy} />
          </div>
          <BatchRows batch={batch} actions={actions} />
        </>
      )}
    </section>
  );
}

/** How far it is, and what has come of it. */
function Told({ batch }: Pick<BatchCardProps, 'batch'>) {
  const { t } = useTranslation(['app', 'many']);
  const { items, run, packing } = batch.use();
  const [done, failed] = ['done', 'failed'].map((state) => items.filter((item) => item.state === state).length);
  const counts = [
    Boolean(done) && t('many:doneCount', { count: done }),
    Boolean(failed) && t('many:failedCount', { count: failed }),
  ].filter(Boolean);
  return (
    <div className="batch-told">
      {run ? (
        <ProgressBar
          className="progress-bar"
          aria-label={t('common.working')}
          value={(run.done / Math.max(1, run.total)) * 100}
        >
          {({ percentage }) => (
            <>
              <span className="progress-text tabular">{t('many:progress', { done: run.done, total: run.total })}</span>
              <span className="progress-track">
                <span className="progress-fill" style={{ inlineSize: `${percentage ?? 0}%` }} />
              </span>
            </>
          )}
        </ProgressBar>
      ) : (
        <p role="status" className="panel-note tabular">
          {packing ? t('many:packing') : counts.length > 0 ? counts.join(' · ') : t('many:forAll')}
        </p>
      )}
    </div>
  );
}

/** The name of the one on the stage, or else of the first. */
function exampleOf(
  pattern: NamePattern,
  items: readonly BatchItem[],
  shown: string | undefined,
  format: string | undefined,
): string | undefined {
  const index = Math.max(
    0,
    items.findIndex(({ id }) => id === shown),
  );
  const item = items[index];
  if (!item) return undefined;
  const { name } = item.file;
  const ext = format ?? imageFormatOf(extensionOf(name)) ?? 'png';
  const { width, height } = item.result ?? EXAMPLE_SIZE;
  return nameAfter(pattern, { name: baseName(name), index: index + 1, width, height, ext });
}

/** Before the first is made, its size is not known. */
const EXAMPLE_SIZE = { width: 1200, height: 800 };
