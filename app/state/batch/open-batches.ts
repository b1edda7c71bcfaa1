import { create } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';
import { isAccepted } from '../accepted-pictures.ts';
import { showError } from '../errors.ts';
import type { Batch } from './batch.ts';
import type { BatchItem } from './item.ts';
import type { BatchStage } from './stage.ts';
import type { KeptBatch } from './stored-batch.ts';

/** Open batches by tool. The code for batches loads with the first one. */
export const useOpenBatches = create<{ readonly batches: ReadonlyMap<string, Batch> }>(() => ({ batches: new Map() }));

export function setBatch(tool: string, batch: Batch | undefined): void {
  useOpenBatches.setState(({ batches }) => {
    const next = new Map(batches);
    if (batch) next.set(tool, batch);
    else next.delete(tool);
    return { batches: next };
  });
}

/** True for several images, not for one image with other files. */
export const areMany = (files: readonly File[]): boolean => files.filter(isAccepted).length > 1;

/** Stores open batches for the next visit. */
const kept = new Map<string, KeptBatch>();

/** Opens several pictures in place of whatever is open: the first that can be opened is looked at. */
export function openMany(stage: BatchStage, files: readonly File[]): Promise<void> {
  return stage.takeIn(namesOf(files), async () => {
    const begin = await beginning();
    leaveBatch(stage);
    await begin(stage).add(files);
  });
}

/** Opens a table's rows in place of whatever list is open; see `readTable`. */
export function openTable(stage: BatchStage, table: File, base: () => Recipe, files: readonly File[]): Promise<void> {
  return stage.takeIn(namesOf([table, ...files]), async () => {
    const [begin, { readTable }] = await Promise.all([beginning(), import('./tables.ts')]);
    const rows = await readTable(table, base(), files);
    if (!rows) return;
    leaveBatch(stage);
    await begin(stage).addRows(rows);
  });
}

const namesOf = (files: readonly File[]) => files.map(({ name }) => name);

/** What works on several, and what keeps them, is fetched with the first of them. */
async function beginning() {
  const [{ Batch }, { KeptBatch }] = await Promise.all([import('./batch.ts'), import('./stored-batch.ts')]);
  return (stage: BatchStage, stored?: ReadonlyMap<string, File>): Batch => {
    const batch = new Batch(stage);
    setBatch(stage.tool, batch);
    batch.whenLeft(() => leaveBatch(stage));
    kept.set(stage.tool, new KeptBatch(batch, stored));
    return batch;
  };
}

/** Closes a list whose picture another has replaced. Undo or Redo of that brings the list back with its picture. */
function leaveBatch(stage: BatchStage): void {
  const batch = useOpenBatches.getState().batches.get(stage.tool);
  closeBatch(stage.tool);
  if (!batch) return;
  const { items, shown, madeOn } = batch.use.getState();
  const stop = stage.watch(() => {
    const source = stage.source()?.id;
    if (!source || !batch.owns(source)) return;
    stop();
    void beginning()
      .then((begin) => begin(stage).adopt({ items: items.map(untouched), shown, madeOn, source }))
      .catch(showError);
  });
}

/** Closes a list, which the status line offers to undo. */
export function clearBatch(stage: BatchStage): void {
  const batch = useOpenBatches.getState().batches.get(stage.tool);
  if (!batch) return;
  const { items, shown, madeOn } = batch.use.getState();
  closeBatch(stage.tool);
  const reopen = async () => {
    const begin = await beginning();
    stage.showRemoved(undefined);
    await begin(stage).adopt({ items: items.map(untouched), shown, madeOn, source: stage.source()?.id });
  };
  stage.showRemoved({ names: items.map(({ name }) => name), undo: () => void reopen().catch(showError) });
}

/** An item that nothing has been made of yet. */
const untouched = ({ id, name, file, folder, row }: BatchItem): BatchItem => ({
  id,
  name,
  file,
  folder,
  state: 'ready',
  ...(row && { row }),
});

/**
 * Hands a tool's list to another that has taken its picture over, where it is done to them all. Rows of a table stay, as
 * they are laid over what the first tool draws.
 */
export async function handManyOn(from: string, stage: BatchStage): Promise<void> {
  const batch = useOpenBatches.getState().batches.get(from);
  const source = stage.source()?.id;
  if (!batch || source === undefined) return;
  const { items, shown, madeOn } = batch.use.getState();
  if (items.some(({ row }) => row)) return;
  const begin = await beginning();
  closeBatch(stage.tool);
  await begin(stage).adopt({ items: items.map(untouched), shown, madeOn, source });
}

const restoring = new Map<string, Promise<void>>();

/** Restores the last visit's batch once, after the image on the stage. */
export function restoreMany(stage: BatchStage): Promise<void> {
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
  await begin(stage, stored.files).adopt(stored);
}

/** Stops a tool's batch and deletes its stored files. */
export function closeBatch(tool: string): void {
  const batch = useOpenBatches.getState().batches.get(tool);
  batch?.end();
  kept.get(tool)?.forget();
  kept.delete(tool);
  if (batch) setBatch(tool, undefined);
}
