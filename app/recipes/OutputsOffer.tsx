import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ProgressBar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { CancelledError } from '#core/base/errors.ts';
import { describeValues } from '#core/recipes/describe.ts';
import type { Output } from '#core/recipes/outputs.ts';
import { recipeByFractions } from '#core/recipes/refit.ts';
import type { Batch } from '../batch/batch.ts';
import { type BatchItem, storedFile } from '../batch/item.ts';
import { useOpenBatches } from '../batch/open-batches.ts';
import { stageImage } from '../desk/stage.ts';
import { coreWords } from '../locales/i18n.ts';
import { showError } from '../messages/errors.ts';
import { ACCEPTED_IMAGES } from '../ui/accepted-images.ts';
import { Button } from '../ui/Button.tsx';
import { FileButton } from '../ui/screen/FileButton.tsx';
import { downloadOutputs, type OutputSource } from './make-outputs.ts';
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
          {!making && <Button onClick={() => openDialog('recipes')}>{t('recipe:offer.save')}</Button>}
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
