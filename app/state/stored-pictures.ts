import type { History } from '#core/editing/history.ts';
import { COLOR } from '#core/parameters/parse.ts';
import { parseRecipe, type Recipe } from '#core/recipes/recipe.ts';
import type { PictureSource } from '../platform/picture-worker.ts';
import { restoreChains } from './chain/chain.ts';
import type { Parse } from './storage.ts';
import { own, storedBlob, storedList, storedSide, storedText } from './stored.ts';

const parseSides = (stored: unknown) => {
  const [width, height] = [storedSide(own(stored, 'width')), storedSide(own(stored, 'height'))];
  return width && height ? { width, height } : undefined;
};

export const parseSource: Parse<PictureSource> = (stored) => {
  const [id, name] = [storedText(own(stored, 'id')), storedText(own(stored, 'name'))];
  if (id === undefined || name === undefined) return undefined;
  const [blob, blank] = [storedBlob(own(stored, 'blob')), own(stored, 'blank')];
  if (blob) return { id, name, blob };
  const [sides, color] = [parseSides(blank), own(blank, 'color')];
  if (sides && typeof color === 'string' && COLOR.test(color)) return { id, name, blank: { ...sides, color } };
  const squares = parseSides(own(stored, 'checkerboard'));
  return squares && { id, name, checkerboard: squares };
};

const storedRecipe: Parse<Recipe> = (stored) => {
  if (!Array.isArray(stored)) return undefined;
  try {
    parseRecipe(stored);
    return stored as Recipe;
  } catch {
    return undefined;
  }
};

/** Restores a history as far as it is valid; at worst the original image. */
export function parseHistory(stored: unknown): History<Recipe> {
  const present = storedRecipe(own(stored, 'present'));
  if (!present) return { past: [], present: [], future: [] };
  const steps = storedList(storedRecipe, 1000);
  return { past: steps(own(stored, 'past')) ?? [], present, future: steps(own(stored, 'future')) ?? [] };
}

/** Stored between visits: file and recipes, never pixels. */
export interface StoredWorkbench {
  readonly source: PictureSource;
  readonly history: History<Recipe>;
}

export const parseWorkbench: Parse<StoredWorkbench> = (stored) => {
  const source = parseSource(own(stored, 'source'));
  return source && { source, history: restoreChains(parseHistory(own(stored, 'history')), own(stored, 'chains')) };
};
