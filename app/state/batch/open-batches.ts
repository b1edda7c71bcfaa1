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

/** Replaces the open image or batch, and shows the first image that can be opened. */
export async function openMany(stage: BatchStage, files: readonly File[]): Promise<void> {
  try {
    const begin = await beginning();
    closeBatch(stage.tool);
    await begin(stage).add(files);
  } catch (error) {
    showError(error);
  }
}

/** Replaces the open batch by a table's rows; see `readTable`. */
export async function openTable(stage: BatchStage, table: File, base: Recipe, files: readonly File[]): Promise<void> {
  try {
    const [begin, { readTable }] = await Promise.all([beginning(), import('./tables.ts')]);
    const rows = await readTable(table, base, files);
    if (!rows) return;
    closeBatch(stage.tool);
    await begin(stage).addRows(rows);
  } catch (error) {
    showError(error);
  }
}

/** Loads the code for batches. */
async function beginning() {
  const [{ Batch }, { KeptBatch }] = await Promise.all([import('./batch.ts'), import('./stored-batch.ts')]);
  return (stage: BatchStage, stored?: ReadonlyMap<string, File>): Batch => {
    const batch = new Batch(stage);
    setBatch(stage.tool, batch);
    batch.whenLeft(() => closeBatch(stage.tool));
    kept.set(stage.tool, new KeptBatch(batch, stored));
    return batch;
  };
}

/** Passes a batch to a tool that has taken over its image. Table rows stay with the first tool's settings. */
export async function handManyOn(from: string, stage: BatchStage): Promise<void> {
  const batch = useOpenBatches.getState().batches.get(from);
  const source = stage.source()?.id;
  if (!batch || source === undefined) return;
  const { items, shown, madeOn } = batch.use.getState();
  if (items.some(({ row }) => row)) return;
  const begin = await beginning();
  closeBatch(stage.tool);
  const untouched = items.map(({ id, name, file, folder }): BatchItem => ({ id, name, file, folder, state: 'ready' }));
  await begin(stage).adopt({ items: untouched, shown, madeOn, source });
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
