import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ProgressBar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { CancelledError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import { safeFileName, safeFolder, uniqueNames } from '#core/base/safe-names.ts';
import type { Size } from '#core/geometry/point.ts';
import { describeValues } from '#core/recipes/describe.ts';
import { needsWidth, type Output } from '#core/recipes/outputs.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { recipeByFractions } from '#core/recipes/refit.ts';
import type { Batch } from '../batch/batch.ts';
import { batchWorker } from '../batch/batch-client.ts';
import { type BatchItem, storedFile } from '../batch/item.ts';
import { useOpenBatches } from '../batch/open-batches.ts';
import { inputsOf } from '../batch/process-item.ts';
import { stageImage } from '../desk/stage.ts';
import { coreWords } from '../locales/i18n.ts';
import { showError } from '../notices/error-queue.ts';
import { downloadBlob } from '../platform/download.ts';
import { ACCEPTED_IMAGES } from '../ui/accepted-images.ts';
import { Button } from '../ui/Button.tsx';
import { FileButton } from '../ui/screen/FileButton.tsx';
import type { BlankBackground } from '../workers/image-client.ts';
import { zipFiles } from '../workers/media-client.ts';
import { closeDialog, type OfferedRecipe, openDialog, type RecipeTool, useRecipeDialogs } from './recipe-dialogs.ts';

interface Making {
  readonly done: number;
  readonly total: number;
}

export default function OutputsOffer({
  offered: { recipe, outputs = [] },
  runs,
}: {
  readonly offered: OfferedRecipe;
  readonly runs: boolean;
}) {
  const { t } = useTranslation(['app', 'recipe', 'batch']);
  const tool = useRecipeDialogs((state) => state.tool);
  const source = useOpenSource(tool);
  const batch = useOpenBatches(({ batches }) => tool && batches.get(tool.screen.tool));
  const images = useBatchImages(batch);
  const [making, setMaking] = useState<Making>();
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  const make = async (sources: readonly OutputSource[]) => {
    const controller = new AbortController();
    running.current = controller;
    setMaking({ done: 0, total: sources.length });
    try {
      await downloadOutputs(sources, outputs, {
        signal: controller.signal,
        onDone: (done) => setMaking({ done, total: sources.length }),
        onError: showError,
      });
      if (!controller.signal.aborted) closeDialog();
    } catch (error) {
      if (!(error instanceof CancelledError)) showError(error);
    }
    setMaking(undefined);
  };
  const ofChosen = (files: readonly File[]) =>
    make(files.map((file) => ({ name: file.name, image: async () => file, recipe })));
  const ofOpen = () => {
    if (!tool || !source) return;
    try {
      const whole = [...tool.recipe(), ...recipe];
      const image = stageImage(tool.screen);
      void make([{ name: source.name, image: async () => image, recipe: whole }]);
    } catch (error) {
      showError(error);
    }
  };
  const ofBatch = () => {
    if (!tool || !batch) return;
    const { madeOn } = batch.list;
    const whole = [...tool.recipe(), ...recipe];
    const refitted = madeOn ? recipeByFractions(whole, madeOn) : whole;
    void make(
      images.map(({ name, image: file, folder }) => {
        const image = () => storedFile(file);
        return { name, image, recipe: refitted, madeOn, folder };
      }),
    );
  };
  return (
    <>
      <p className="text-muted">{t('recipe:offer.outputs', { count: outputs.length })}</p>
      <ul className="recipe-dialog-steps" aria-label={t('recipe:offer.outputs', { count: outputs.length })}>
        {outputs.map(valuesOf).map((values, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an output has no ID except its index
          <li key={index}>
            {values.length === 0 && <span className="recipe-dialog-value">{t('recipe:offer.unchangedOutput')}</span>}
            {values.map(({ label, value }) => (
              <span key={label} className="recipe-dialog-value">
                {label} {value}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {making && (
        <ProgressBar
          className="progress-bar"
          aria-label={t('common.working')}
          value={(making.done / making.total) * 100}
        >
          {({ percentage }) => (
            <>
              <span className="progress-text tabular">
                {t('batch:progress', { done: making.done, total: making.total })}
              </span>
              <span className="progress-track">
                <span className="progress-fill" style={{ inlineSize: `${percentage ?? 0}%` }} />
              </span>
            </>
          )}
        </ProgressBar>
      )}
      {runs && (
        <div className="recipe-dialog-buttons">
          {making && <Button onClick={() => running.current?.abort()}>{t('common.cancel')}</Button>}
          {!making && images.length > 1 && (
            <Button look="primary" data-first-focus="" onClick={ofBatch}>
              {t('recipe:offer.downloadAll', { count: images.length })}
            </Button>
          )}
          {!making && source && (
            <Button
              {...(images.length > 1 ? {} : { look: 'primary' as const, 'data-first-focus': '' })}
              onClick={ofOpen}
            >
              {t('recipe:offer.download', { count: outputs.length })}
            </Button>
          )}
          {!making && (
            <FileButton
              accept={ACCEPTED_IMAGES}
              look={source ? undefined : 'primary'}
              onFiles={(files) => void ofChosen(files)}
            >
              {t('recipe:offer.chooseImages')}
            </FileButton>
          )}
          {!making && <Button onClick={() => openDialog('savePreset')}>{t('recipe:offer.save')}</Button>}
        </div>
      )}
    </>
  );
}

/** Returns the source of the open image, and re-renders when another image opens. */
function useOpenSource(tool: RecipeTool | undefined) {
  const subscribe = useCallback((changed: () => void) => tool?.screen.watch(changed) ?? (() => {}), [tool]);
  return useSyncExternalStore(subscribe, () => tool?.screen.source());
}

/** Returns the images of an open batch; none for a batch of table rows, which change the recipe. */
function useBatchImages(batch: Batch | undefined): readonly BatchImage[] {
  const items = useSyncExternalStore(batch?.use.subscribe ?? neverChanges, () => batch?.use.getState().items);
  return useMemo(() => {
    if (!items || items.some(({ row }) => row)) return [];
    return items.flatMap(({ name, image, folder, isRefused }) =>
      image && !isRefused ? [{ name, image, folder }] : [],
    );
  }, [items]);
}

const neverChanges = () => () => {};

type BatchImage = Pick<BatchItem, 'name' | 'folder'> & Required<Pick<BatchItem, 'image'>>;

function valuesOf({ width, encoding }: Output) {
  const words = coreWords();
  return [
    ...describeValues({ operation: 'scale', params: { width } }, words),
    ...describeValues({ operation: 'convert', params: { ...encoding } }, words),
  ];
}

export interface OutputSource {
  readonly name: string;
  /** Reads the image when it is its turn. */
  readonly image: () => Promise<File | BlankBackground>;
  readonly recipe: Recipe;
  /** Size of the image for which the recipe was made; undefined if the recipe was made for this source. */
  readonly madeOn?: Size | undefined;
  /** Path of the file's folder in the archive. */
  readonly folder?: string;
}

interface NamedFile {
  readonly name: string;
  readonly blob: Blob;
}

export interface MakingOptions {
  readonly signal: AbortSignal;
  readonly onDone: (count: number) => void;
  readonly onError: (error: unknown, name: string) => void;
}

export async function downloadOutputs(
  sources: readonly OutputSource[],
  outputs: readonly Output[],
  { signal, onDone, onError }: MakingOptions,
): Promise<void> {
  const files: NamedFile[] = [];
  for (const [index, source] of sources.entries()) {
    try {
      files.push(...(await filesOf(source, outputs, signal)));
    } catch (error) {
      if (signal.aborted) return;
      onError(error, source.name);
    }
    onDone(index + 1);
  }
  const names = uniqueNames(files.map(({ name }) => name));
  const named = files.map(({ blob }, index) => ({ name: names[index] as string, blob }));
  const [first] = named;
  if (!first) return;
  if (named.length === 1) return downloadBlob(first.blob, first.name);
  const archive = await zipFiles(named, signal);
  const [source] = sources;
  downloadBlob(archive, safeFileName(sources.length === 1 && source ? `${baseName(source.name)}.zip` : 'recipe.zip'));
}

async function filesOf(
  { name, image, recipe, madeOn, folder: path = '' }: OutputSource,
  outputs: readonly Output[],
  signal: AbortSignal,
): Promise<NamedFile[]> {
  const made = await batchWorker.runOutputs(await image(), { recipe, madeOn, outputs }, inputsOf(recipe), { signal });
  const folder = safeFolder(path);
  const isWide = needsWidth(outputs);
  return made.map(({ blob, format, width }) => ({
    blob,
    name: `${folder && `${folder}/`}${safeFileName(`${baseName(name)}${isWide ? `-${width}` : ''}.${format}`)}`,
  }));
}
