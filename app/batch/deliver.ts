import { CancelledError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import { type NamePattern, nameAfter } from '#core/base/name-pattern.ts';
import { createUniqueNames, safeFolder, uniqueNames } from '#core/base/safe-names.ts';
import { showError } from '../notices/error-queue.ts';
import { downloadBlob } from '../platform/download.ts';
import { type FolderHandle, writeInto } from '../platform/folders.ts';
import { zipFiles } from '../workers/media-client.ts';
import type { Batch, BatchWork } from './batch.ts';
import type { BatchItem, ResultFile } from './item.ts';

/** Returns the path of a result, including its folders. `index` is the item's position in the batch, counted from 0. */
export function pathOf(pattern: NamePattern, item: BatchItem, made: ResultFile, index: number): string {
  const { width, height, format } = made;
  const folder = safeFolder(item.folder);
  const name = nameAfter(pattern, { name: baseName(item.name), index: index + 1, width, height, ext: format });
  return folder ? `${folder}/${name}` : name;
}

/** Processes all items without a result, then downloads the results: one file, or the archive `name` with folders. */
export async function downloadAll(batch: Batch, work: BatchWork, pattern: NamePattern, name: string): Promise<void> {
  const isDone = await batch.make(work, async (_, made) => made);
  if (!isDone) return;
  const made = batch.use
    .getState()
    .items.flatMap((item, index) =>
      item.state === 'done' && item.result?.blob
        ? [{ name: pathOf(pattern, item, item.result, index), blob: item.result.blob }]
        : [],
    );
  const [first] = made;
  if (!first) return;
  if (made.length === 1 && batch.use.getState().items.length === 1) return download(first.blob, lastOf(first.name));
  batch.setPacking(true);
  try {
    const names = uniqueNames(made.map(({ name }) => name));
    const files = made.map(({ blob }, index) => ({ name: names[index] as string, blob }));
    const archive = await batch.stage.hold(zipFiles(files));
    downloadBlob(archive, `${name}.zip`);
  } catch (error) {
    if (!(error instanceof CancelledError)) showError(error);
  }
  batch.setPacking(false);
}

export function downloadOne(batch: Batch, id: string, pattern: NamePattern): void {
  const index = batch.use.getState().items.findIndex((item) => item.id === id);
  const item = batch.use.getState().items[index];
  if (item?.result?.blob) download(item.result.blob, lastOf(pathOf(pattern, item, item.result, index)));
}

function download(blob: Blob, name: string): void {
  try {
    downloadBlob(blob, name);
  } catch (error) {
    showError(error);
  }
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Processes the remaining items and writes each result at once, which frees memory. Never overwrites a file. */
export async function saveInto(folder: FolderHandle, batch: Batch, work: BatchWork, pattern: NamePattern) {
  const unique = createUniqueNames();
  const places = new Map(batch.use.getState().items.map(({ id }, index) => [id, index]));
  await batch.make(work, async (item, made) => {
    if (!made.blob) return made;
    const path = pathOf(pattern, item, made, places.get(item.id) ?? 0);
    await writeInto(folder, path, made.blob, unique);
    return { ...made, blob: undefined };
  });
}
