import type { History } from '#app/storage/history.ts';
import { COLOR } from '#core/parameters/parse.ts';
import { parseRecipe, type Recipe } from '#core/recipes/recipe.ts';
import type { Parse } from '../storage/storage.ts';
import { getOwnProperty, storedBlob, storedList, storedSide, storedText } from '../storage/stored.ts';
import type { PictureSource } from '../workers/picture-worker.ts';
import { restoreEditSteps } from './edit-steps.ts';

const parseSides = (stored: unknown) => {
  const [width, height] = [storedSide(getOwnProperty(stored, 'width')), storedSide(getOwnProperty(stored, 'height'))];
  return width && height ? { width, height } : undefined;
};

export const parseSource: Parse<PictureSource> = (stored) => {
  const [id, name] = [storedText(getOwnProperty(stored, 'id')), storedText(getOwnProperty(stored, 'name'))];
  if (id === undefined || name === undefined) return undefined;
  const [blob, blank] = [storedBlob(getOwnProperty(stored, 'blob')), getOwnProperty(stored, 'blank')];
  if (blob) return { id, name, blob };
  const [sides, color] = [parseSides(blank), getOwnProperty(blank, 'color')];
  return sides && typeof color === 'string' && COLOR.test(color) ? { id, name, blank: { ...sides, color } } : undefined;
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

/** Restores the valid part of a stored undo history, at least the original image. */
export function parseHistory(stored: unknown): History<Recipe> {
  const present = storedRecipe(getOwnProperty(stored, 'present'));
  if (!present) return { past: [], present: [], future: [] };
  const steps = storedList(storedRecipe, 1000);
  return {
    past: steps(getOwnProperty(stored, 'past')) ?? [],
    present,
    future: steps(getOwnProperty(stored, 'future')) ?? [],
  };
}

/** An image session as stored between visits: the source file and recipes, but no pixels. */
export interface StoredPictureSession {
  readonly source: PictureSource;
  readonly history: History<Recipe>;
}

export const parsePictureSession: Parse<StoredPictureSession> = (stored) => {
  const source = parseSource(getOwnProperty(stored, 'source'));
  return (
    source && {
      source,
      history: restoreEditSteps(parseHistory(getOwnProperty(stored, 'history')), getOwnProperty(stored, 'chains')),
    }
  );
};
