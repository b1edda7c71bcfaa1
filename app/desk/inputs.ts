import type { Recipe } from '#core/recipes/recipe.ts';
import { thisTab } from '../document/this-tab.ts';
import { sharedStorage } from '../storage/storage.ts';
import { parseStoredFile } from '../storage/stored.ts';
import { fileReference, imageWorker, referredFile } from '../workers/image-worker.ts';
import { FONTS, recipeFiles } from './steps.ts';

/** Passes the files that a recipe refers to and that the image worker doesn't hold, to the worker. */
export async function bringInputs(recipe: Recipe): Promise<void> {
  for (const id of recipeFiles(recipe)) {
    if (referredFile(fileReference(id))) continue;
    const stored = await readInput(id);
    if (stored) await imageWorker.addSource({ id, ...stored });
  }
}

/** Reads an input. A font's ID is its storage and key, and a checksum; other IDs are those of the file store. */
async function readInput(id: string): Promise<{ readonly name: string; readonly blob: Blob } | undefined> {
  if (id.startsWith(`${FONTS}/`))
    return sharedStorage(FONTS).get(id.slice(FONTS.length + 1).replace(/\/\d+$/, ''), parseStoredFile);
  const blob = await thisTab().files.read(id);
  return blob && { name: id, blob };
}
