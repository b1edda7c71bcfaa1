import { baseName } from '#core/base/files.ts';
import { safeFileName, safeFolder, uniqueNames } from '#core/base/safe-names.ts';
import type { Size } from '#core/geometry/point.ts';
import { needsWidth, type Output } from '#core/recipes/outputs.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { batchWorker } from '../batch/batch-worker.ts';
import { inputsOf } from '../batch/process-item.ts';
import { downloadBlob } from '../platform/download.ts';
import type { BlankBackground } from '../workers/image-worker.ts';
import { zipFiles } from '../workers/media.ts';

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
