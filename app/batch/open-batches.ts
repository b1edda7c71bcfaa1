import { create } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { BatchStage } from '../desk/stage.ts';
import { showError } from '../messages/errors.ts';
import { isAccepted } from '../ui/accepted-pictures.ts';
import type { Batch } from './batch.ts';
import type { BatchItem } from './item.ts';
import type { BatchStorage, storedBatch } from './stored-batch.ts';

/** Open batches by stage. The code for batches loads when the first batch opens. */
export const useOpenBatches = create<{ readonly batches: ReadonlyMap<string, Batch> }>(() => ({ batches: new Map() }));

export function setBatch(tool: string, batch: Batch | undefined): void {
  useOpenBatches.setState(({ batches }) => {
    const next = new Map(batches);
    if (batch) next.set(tool, batch);
    else next.delete(tool);
    return { batches: next };
  });
}

type StageName = Pick<BatchStage, 'tool'>;

/** Returns the batch that a tool shows: a table's rows appear only in the tool that has opened the table. */
const batchIn = (batch: Batch | undefined, route: string): Batch | undefined => {
  const only = batch?.use.getState().route;
  return only === undefined || only === route ? batch : undefined;
};

export const openBatchOf = ({ tool }: StageName, route: string): Batch | undefined =>
  batchIn(useOpenBatches.getState().batches.get(tool), route);

export const useOpenBatch = ({ tool }: StageName, route: string): Batch | undefined =>
  useOpenBatches(({ batches }) => batchIn(batches.get(tool), route));

export const isBatch = (files: readonly File[]): boolean => files.filter(isAccepted).length > 1;

const storages = new Map<string, BatchStorage>();

/** Replaces the open image or batch. Displays the first image that can be opened. */
export function openBatch(stage: BatchStage, files: readonly File[]): Promise<void> {
  return stage.openInTurn(namesOf(files), async () => {
    const begin = await beginning();
    leaveBatch(stage);
    await begin(stage).add(files);
  });
}

export function openTable(
  stage: BatchStage,
  route: string,
  table: File,
  base: () => Recipe,
  files: readonly File[],
): Promise<void> {
  return stage.openInTurn(namesOf([table, ...files]), async () => {
    const [begin, { readTable }] = await Promise.all([beginning(), import('./tables.ts')]);
    const rows = await readTable(table, base(), files);
    if (!rows) return;
    leaveBatch(stage);
    await begin(stage).addRows(rows, route);
  });
}

const namesOf = (files: readonly File[]) => files.map(({ name }) => name);

type Stored = NonNullable<Awaited<ReturnType<typeof storedBatch>>>;

async function beginning() {
  const [{ Batch }, { BatchStorage }] = await Promise.all([import('./batch.ts'), import('./stored-batch.ts')]);
  return (stage: BatchStage, stored?: Stored): Batch => {
    const batch = new Batch(stage);
    setBatch(stage.tool, batch);
    batch.whenLeft(() => leaveBatch(stage));
    storages.set(stage.tool, new BatchStorage(batch, stored?.files, stored?.unread));
    return batch;
  };
}

/** Closes a batch whose image was replaced by another image. Undo and redo restore the image and the batch together. */
function leaveBatch(stage: BatchStage): void {
  const batch = useOpenBatches.getState().batches.get(stage.tool);
  closeBatch(stage.tool);
  if (!batch) return;
  const { items, shown, madeOn, route } = batch.use.getState();
  const adopt = async (source: string | undefined) => {
    const begin = await beginning();
    closeBatch(stage.tool);
    await begin(stage).adopt({ items: items.map(untouched), shown, madeOn, route, source });
  };
  let isAway = false;
  const stop = stage.watch(() => {
    const source = stage.source()?.id;
    if (!batch.owns(source)) isAway = true;
    else if (isAway) {
      stop();
      void adopt(source).catch(showError);
    }
  });
}

export function clearBatch(stage: BatchStage): void {
  const batch = useOpenBatches.getState().batches.get(stage.tool);
  if (!batch) return;
  const { items, shown, madeOn, route } = batch.use.getState();
  closeBatch(stage.tool);
  const reopen = async () => {
    const begin = await beginning();
    stage.showRemoved(undefined);
    await begin(stage).adopt({ items: items.map(untouched), shown, madeOn, route, source: stage.source()?.id });
  };
  stage.showRemoved({ names: items.map(({ name }) => name), undo: () => void reopen().catch(showError) });
}

const untouched = ({ id, name, file, folder, row }: BatchItem): BatchItem => ({
  id,
  name,
  file,
  folder,
  state: 'ready',
  ...(row && { row }),
});

const restoring = new Map<string, Promise<void>>();

/** Restores the batch of the last visit once. Must be called after the open image has been restored. */
export function restoreBatch(stage: BatchStage): Promise<void> {
  const { tool } = stage;
  const running = restoring.get(tool) ?? restoreStored(stage).catch(showError);
  restoring.set(tool, running);
  return running;
}

async function restoreStored(stage: BatchStage): Promise<void> {
  const { storedBatch } = await import('./stored-batch.ts');
  const stored = await storedBatch(stage.tool);
  if (!stored || stored.items.length === 0 || useOpenBatches.getState().batches.has(stage.tool)) return;
  const begin = await beginning();
  await begin(stage, stored).adopt(stored);
}

export function closeBatch(tool: string): void {
  const batch = useOpenBatches.getState().batches.get(tool);
  batch?.end();
  storages.get(tool)?.forget();
  storages.delete(tool);
  if (batch) setBatch(tool, undefined);
}
