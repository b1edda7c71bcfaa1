import { ChevronDown, ChevronUp, FileText, Film, FolderDown, Grid2x2, ImagePlus, X } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
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
import {
  formatName,
  imageFormatOf,
  optionsOf,
  type StillFormat,
  stillFormats,
} from '#core/image/formats/output-formats.ts';
import type { MetadataChoice } from '#core/image/metadata/choices.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { type AnimationFormat, animationExtensions } from '#core/text/animation/formats.ts';
import { exportOf } from '../desk/steps.ts';
import { showError } from '../notices/error-queue.ts';
import { canWriteFolders, chooseFolder } from '../platform/folders.ts';
import { useToolSettings } from '../storage/settings.ts';
import { getOwnProperty } from '../storage/stored.ts';
import { ACCEPTED_IMAGES } from '../ui/accepted-images.ts';
import { useOfferActions } from '../ui/actions.ts';
import { Button } from '../ui/Button.tsx';
import { ChoiceRow } from '../ui/fields/ChoiceRow.tsx';
import { ParameterFields } from '../ui/fields/ParameterFields.tsx';
import { useLargeScreen } from '../ui/large-screen.ts';
import { FileButton } from '../ui/screen/FileButton.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { BatchRows, type RowActions } from './BatchRows.tsx';
import type { Batch, BatchWork } from './batch.ts';
import { type BatchSettings, outputFields, SAME_FORMAT } from './batch-settings.ts';
import { downloadAll, downloadOne, saveInto } from './deliver.ts';
import FolderButton from './FolderButton.tsx';
import type { BatchItem } from './item.ts';
import { NamePatternField } from './NamePatternField.tsx';
import { clearBatch } from './open-batches.ts';
import type { Together } from './TogetherDialog.tsx';
import './batch.css';

const TogetherDialog = lazy(() => import('./TogetherDialog.tsx'));

interface BatchCardProps {
  readonly batch: Batch;
  readonly tool: string;
  readonly settings: BatchSettings;
  readonly idle: boolean;
}

type Format = typeof SAME_FORMAT | StillFormat | AnimationFormat;

interface Output {
  readonly format: Format;
  readonly quality: number | undefined;
  readonly metadata: MetadataChoice;
  readonly pattern: string;
}

const FIRST_OUTPUT: Output = {
  format: outputFields.format.default as Format,
  quality: outputFields.quality.default,
  metadata: outputFields.metadata.default as MetadataChoice,
  pattern: DEFAULT_NAME_PATTERN,
};

function restoreOutput(stored: object): Partial<Output> {
  const pattern = getOwnProperty(stored, 'pattern');
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

export default function BatchCard({ batch, tool, settings, idle }: BatchCardProps) {
  const { t, ready } = useTranslation(['app', 'batch']);
  // Child components subscribe to a running batch's updates, so this card doesn't re-render for each image.
  const { count, failed, hasRows, shown, isRunning, packing } = batch.use(
    useShallow(({ items, shown, run, packing }) => ({
      count: items.length,
      failed: items.filter(({ state }) => state === 'failed').length,
      hasRows: items.some(({ row }) => row),
      shown,
      isRunning: run !== undefined,
      packing,
    })),
  );
  const [output, changeOutput] = useToolSettings(tool, 'many', FIRST_OUTPUT, restoreOutput);
  const [typed, setTyped] = useState(output.pattern);
  const read = useMemo(() => readPattern(typed), [typed]);
  const pattern = 'pattern' in read ? read.pattern : undefined;
  const isLarge = useLargeScreen();
  const [listed, setListed] = useState(isLarge);

  const { recipe, cropBy = 'fractions', encoding = { quality: output.quality, metadata: output.metadata } } = settings;
  const animationFormat = settings.animation && animationExtensions.find((each) => each === output.format);
  const format = settings.encoding?.format ?? stillFormats.find((each) => each === output.format);
  const workNow = (): BatchWork | undefined => {
    const whole = hasRows && settings.rowBase ? settings.rowBase : recipe;
    const steps = typeof whole === 'function' ? whole() : whole;
    const animation = settings.animation &&
      animationFormat && {
        operation: settings.animation.operation,
        format: animationFormat,
        ...settings.animation.settings(animationFormat),
      };
    const asked = !format && !animation && steps ? exportOf(steps) : undefined;
    return (
      steps && {
        recipe: steps,
        cropBy,
        format,
        encoding,
        animation,
        ...(asked && { format: asked.format, encoding: asked }),
      }
    );
  };
  const [together, setTogether] = useState<Together>();
  const open = (operation: Together['operation']) => {
    const work = workNow();
    if (work) {
      // PNG loses nothing before the images are joined. A PDF stores images in the chosen format.
      const format = operation === 'images-to-pdf' ? work.format : 'png';
      setTogether({ operation, work: { ...work, format, animation: undefined } });
    }
  };
  const isBusy = isRunning || packing;
  const canStart = pattern !== undefined && count > 0 && !isBusy && idle;
  const download = () => {
    const work = pattern && workNow();
    if (work) void downloadAll(batch, work, pattern, tool).catch(showError);
  };
  const save = async () => {
    try {
      const work = pattern && workNow();
      const folder = work && (await chooseFolder());
      if (folder) await saveInto(folder, batch, work, pattern);
    } catch (error) {
      showError(error);
    }
  };

  const latest = useRef({ workNow, pattern });
  latest.current = { workNow, pattern };
  const actions = useMemo(
    (): RowActions => ({
      download: (id) => latest.current.pattern && downloadOne(batch, id, latest.current.pattern),
      retry: (id) => {
        const work = latest.current.workNow();
        if (work) void batch.retry(id, work);
      },
      cancel: (id) => batch.cancel(id),
      remove: (id) => batch.remove(id),
    }),
    [batch],
  );
  const canSave = canWriteFolders();
  useOfferActions(
    ready
      ? [
          {
            id: 'batch-download',
            label: t(failed > 0 && failed < count ? 'batch:downloadSome' : 'batch:downloadAll', {
              total: count,
              good: count - failed,
            }),
            run: download,
            disabled: !canStart,
          },
          ...(canSave
            ? [{ id: 'batch-save', label: t('batch:saveIntoFolder'), run: () => void save(), disabled: !canStart }]
            : []),
          { id: 'batch-join', label: t('batch:together.join'), run: () => open('join'), disabled: !canStart },
          {
            id: 'batch-animate',
            label: t('batch:together.animate'),
            run: () => open('animate-images'),
            disabled: !canStart,
          },
          { id: 'batch-pdf', label: t('batch:together.pdf'), run: () => open('images-to-pdf'), disabled: !canStart },
          { id: 'batch-cancel', label: t('batch:cancelAll'), run: batch.cancelAll, disabled: !isRunning },
        ]
      : [],
  );
  if (!ready) return null;
  const offered = [SAME_FORMAT, ...stillFormats, ...(settings.animation ? animationExtensions : [])] as const;
  const options = offered.map((id) => ({
    id,
    label: id === SAME_FORMAT ? t('batch:sameFormat') : formatName(id),
  }));

  return (
    <section className="card batch-card" aria-label={t('batch:all')}>
      <header className="batch-head">
        <h2 className="side-panel-title">{hasRows ? t('batch:rows', { count }) : t('batch:count', { count })}</h2>
        <Button look="quiet" size="small" onClick={() => clearBatch(batch.stage)} disabled={isBusy}>
          {t('batch:clear')}
        </Button>
      </header>
      {!settings.encoding && (
        <ChoiceRow
          label={t('batch:format')}
          options={options}
          value={animationFormat ?? format ?? SAME_FORMAT}
          onChange={(next: Format) => changeOutput({ format: next })}
          disabled={isBusy}
        />
      )}
      <div className="batch-buttons">
        {canSave && (
          <Button icon={FolderDown} onClick={() => void save()} disabled={!canStart}>
            {t('batch:saveIntoFolder')}
          </Button>
        )}
        <Button icon={Grid2x2} onClick={() => open('join')} disabled={!canStart}>
          {t('batch:together.join')}
        </Button>
        <Button icon={Film} onClick={() => open('animate-images')} disabled={!canStart}>
          {t('batch:together.animate')}
        </Button>
        <Button icon={FileText} onClick={() => open('images-to-pdf')} disabled={!canStart}>
          {t('batch:together.pdf')}
        </Button>
        {isRunning && (
          <Button icon={X} onClick={batch.cancelAll}>
            {t('batch:cancelAll')}
          </Button>
        )}
      </div>
      <BatchProgress batch={batch} />
      {together && (
        <Suspense>
          <TogetherDialog
            batch={batch}
            together={together}
            settings={settings}
            onClose={() => setTogether(undefined)}
          />
        </Suspense>
      )}
      <Button
        look="quiet"
        size="small"
        icon={listed ? ChevronUp : ChevronDown}
        aria-expanded={listed}
        onClick={() => setListed(!listed)}
      >
        {t('batch:details')}
      </Button>
      {listed && (
        <>
          {settings.encoding === undefined && !animationFormat && (
            <ParameterFields
              operation="convert"
              fields={{ quality: outputFields.quality, metadata: outputFields.metadata }}
              values={{
                ...output,
                quality: output.quality ?? optionsOf(format ?? 'jpg').quality,
                format: format ?? SAME_FORMAT,
              }}
              onChange={(name, value) => changeOutput({ [name]: value })}
              disabled={isBusy}
            />
          )}
          <NamePatternField
            value={typed}
            problem={'problem' in read ? read.problem : undefined}
            example={pattern && exampleOf(pattern, batch.use.getState().items, shown, animationFormat ?? format)}
            onChange={(text) => {
              setTyped(text);
              if ('pattern' in readPattern(text)) changeOutput({ pattern: text });
            }}
          />
          <div className="batch-buttons" hidden={hasRows}>
            <FileButton
              accept={ACCEPTED_IMAGES}
              onFiles={(files) => batch.add(files)}
              icon={ImagePlus}
              disabled={isBusy}
            >
              {t('batch:add')}
            </FileButton>
            <FolderButton openFiles={(files) => batch.add(files)} disabled={isBusy} />
          </div>
          <BatchRows batch={batch} actions={actions} />
        </>
      )}
    </section>
  );
}

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
  const { name } = item;
  const ext = format ?? imageFormatOf(extensionOf(name)) ?? 'png';
  const { width, height } = item.result ?? EXAMPLE_SIZE;
  return nameAfter(pattern, { name: baseName(name), index: index + 1, width, height, ext });
}

/** Placeholder size in the example file name, because the real size is known only after processing. */
const EXAMPLE_SIZE = { width: 1200, height: 800 };
