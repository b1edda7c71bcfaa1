import type { Recipe } from '#core/recipes/recipe.ts';
import { sharedStorage } from '../storage/storage.ts';
import { parseStoredFile } from '../storage/stored.ts';
import { fileReference, pictureWorker, referredFile } from '../workers/picture-worker.ts';

/** Storages whose files are inputs of steps. In the image worker, a file's ID is its storage and key; a font's ID adds a checksum. */
const STORES = ['own-fonts', 'shape_editor'] as const;

/** Passes the stored files that a recipe refers to and that the image worker doesn't hold, to the worker. */
export async function bringInputs(recipe: Recipe): Promise<void> {
  for (const reference of recipe.flatMap(({ inputs }) => Object.values(inputs ?? {}).flat())) {
    for (const store of STORES) {
      const start = fileReference(`${store}/`).slice(0, -2);
      if (!reference.startsWith(start) || referredFile(reference)) continue;
      const { file } = JSON.parse(reference) as { file: string };
      const key = file.slice(store.length + 1).replace(/\/\d+$/, '');
      const stored = await sharedStorage(store).get(key, parseStoredFile);
      if (stored) await pictureWorker.addSource({ id: file, ...stored });
    }
  }
}
