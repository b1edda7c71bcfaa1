import type { Recipe } from '#core/recipes/recipe.ts';
import { sharedStorage } from '../storage/storage.ts';
import { getOwnProperty, parseStoredFile } from '../storage/stored.ts';
import { imageWorker, referredFile } from '../workers/image-worker.ts';

/** Storages whose files are inputs of steps. In the image worker, a file's ID is its storage and key; a font's ID adds a checksum. */
const STORES = ['own-fonts', 'shape_editor'] as const;

/** Passes the stored files that a recipe refers to and that the image worker doesn't hold, to the worker. */
export async function bringInputs(recipe: Recipe): Promise<void> {
  for (const reference of recipe.flatMap(({ inputs }) => Object.values(inputs ?? {}).flat())) {
    const id = fileIn(reference);
    const store = STORES.find((name) => id?.startsWith(`${name}/`));
    if (!id || !store || referredFile(reference)) continue;
    const key = id.slice(store.length + 1).replace(/\/\d+$/, '');
    const stored = await sharedStorage(store).get(key, parseStoredFile);
    if (stored) await imageWorker.addSource({ id, ...stored });
  }
}

/** Returns the file ID in a reference. A pasted recipe may contain any text as a reference. */
function fileIn(reference: string): string | undefined {
  try {
    const file = getOwnProperty(JSON.parse(reference), 'file');
    return typeof file === 'string' ? file : undefined;
  } catch {
    return undefined;
  }
}
