import { create } from 'zustand';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { BatchStage } from '../desk/stage.ts';
import { showError } from '../notices/error-queue.ts';
import { isAccepted } from '../ui/accepted-images.ts';
import { imageWorker } from '../workers/image-client.ts';
import type { Batch } from './batch.ts';

/** Batches of documents with several images, by tool. Their code loads when the first of them opens. */
export const useOpenBatches = create<{ readonly batches: ReadonlyMap<string, Batch> }>(() => ({ batches: new Map() }));

const batchOn = ({ tool }: StageName): Batch | undefined => useOpenBatches.getState().batches.get(tool);

function setBatch({ tool }: StageName, batch: Batch | undefined): void {
  useOpenBatches.setState(({ batches }) => {
    const next = new Map(batches);
    if (batch) next.set(tool, batch);
    else next.delete(tool);
    return { batches: next };
  });
}

type StageName = Pick<BatchStage, 'tool'>;

/** Returns the batch that a tool shows: a table's rows appear only in the tool that has opened the table. */
const batchIn = (batch: Batch | undefined, route: string): Batch | undefined =>
  batch?.list.route === undefined || batch.list.route === route ? batch : undefined;

export const openBatchOf = (stage: StageName, route: string): Batch | undefined => batchIn(batchOn(stage), route);

export const useOpenBatch = ({ tool }: StageName, route: string): Batch | undefined =>
  useOpenBatches(({ batches }) => batchIn(batches.get(tool), route));

export const isBatch = (files: readonly File[]): boolean => files.filter(isAccepted).length > 1;

/** Replaces the open image or batch. Displays the first image that can be opened. */
export function openBatch(stage: BatchStage, files: readonly File[]): Promise<void> {
  return stage.openInTurn(namesOf(files), async () => {
    const { listed } = await import('./item.ts');
    const list = { items: listed(files) };
    stage.images.change('openImages', () => list);
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
    const { readTable } = await import('./tables.ts');
    const items = await readTable(table, base(), files);
    const [first] = items ?? [];
    if (!items || !first) return;
    const source = first.image && stage.source();
    // The first row's image inherits the settings that the visitor made for the open image.
    const size = source && (await imageWorker.render({ source: source.id, steps: [] }));
    const list = {
      items,
      route,
      ...(!first.image && { shown: first.id }),
      ...(size && { madeOn: { width: size.width, height: size.height } }),
    };
    stage.images.change('openTable', () => list);
  });
}

const namesOf = (files: readonly File[]) => files.map(({ name }) => name);

export const clearBatch = (stage: BatchStage): void => stage.images.change('closeImages', () => undefined);

const followed = new Set<string>();

/** Keeps a stage's batch equal to the list in the stage's document, also after undo and after a reload. */
export function followList(stage: BatchStage): void {
  if (followed.has(stage.tool)) return;
  followed.add(stage.tool);
  const follow = () => void begin(stage).catch(showError);
  stage.images.watch(follow);
  follow();
}

async function begin(stage: BatchStage): Promise<void> {
  const list = stage.images.list();
  const batch = batchOn(stage);
  if (batch && !(list && batch.continues(list))) {
    batch.end();
    setBatch(stage, undefined);
  }
  batchOn(stage)?.update();
  if (!list || batchOn(stage)) return;
  const { Batch } = await import('./batch.ts');
  if (stage.images.list() && !batchOn(stage)) setBatch(stage, new Batch(stage));
}
