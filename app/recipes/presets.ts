import { parseRecipeWithOutputs } from '#core/recipes/read-recipe.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { stepFiles, stepsOf } from '../desk/steps.ts';
import { createPersisted } from '../storage/persisted.ts';
import { localKeys } from '../storage/storage-keys.ts';
import { getOwnProperty, storedList, storedText } from '../storage/stored.ts';

/** A recipe with the export settings of its tool, saved under a name. */
export interface Preset {
  readonly name: string;
  /** Valid steps as JSON. The last element may be an object with `outputs` and without an operation. */
  readonly recipe: readonly unknown[];
}

interface PresetState {
  /** Presets with unique names, newest first. */
  readonly recipes: readonly Preset[];
}

/** Maximum length of a recipe's JSON in characters, because local storage holds only a few megabytes. */
export const PRESET_LIMITS = { presets: 100, characters: 20_000, name: 80 } as const;

/** Replaces line breaks and invisible characters in a preset's name with spaces, and limits the length of the name. */
export const cleanName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, PRESET_LIMITS.name);

export function parsePreset(stored: unknown): Preset | undefined {
  const [name, recipe] = [storedText(getOwnProperty(stored, 'name')), getOwnProperty(stored, 'recipe')];
  if (name === undefined || cleanName(name) === '' || !Array.isArray(recipe)) return undefined;
  try {
    if (JSON.stringify(recipe).length > PRESET_LIMITS.characters) return undefined;
    parseRecipeWithOutputs(recipe);
    return { name: cleanName(name), recipe };
  } catch {
    return undefined;
  }
}

const distinct = (recipes: readonly Preset[]): readonly Preset[] =>
  recipes
    .filter(({ name }, index) => recipes.findIndex((other) => other.name === name) === index)
    .slice(0, PRESET_LIMITS.presets);

const store = createPersisted<PresetState>({
  key: localKeys.presets.key,
  initial: { recipes: [] },
  parse: (stored) => ({
    recipes: distinct(storedList(parsePreset, PRESET_LIMITS.presets)(getOwnProperty(stored, 'recipes')) ?? []),
  }),
});

export const usePresets = store.use;

export type NotSaved = 'nameMissing' | 'tooLarge' | 'tooMany' | 'hasFiles';

/** Saves a preset, and replaces a preset with the same name. Returns the reason if saving fails. */
export function savePreset(name: string, recipe: readonly unknown[]): NotSaved | undefined {
  const clean = cleanName(name);
  if (clean === '') return 'nameMissing';
  if (JSON.stringify(recipe).length > PRESET_LIMITS.characters) return 'tooLarge';
  if (stepFiles(stepsOf(recipe as Recipe)).length > 0) return 'hasFiles';
  const others = store.use.getState().recipes.filter((each) => each.name !== clean);
  if (others.length >= PRESET_LIMITS.presets) return 'tooMany';
  store.update(({ recipes }) => ({
    recipes: distinct([{ name: clean, recipe }, ...recipes.filter((each) => each.name !== clean)]),
  }));
  return undefined;
}

export function renamePreset(name: string, next: string): boolean {
  const clean = cleanName(next);
  if (clean === '' || (clean !== name && store.use.getState().recipes.some((each) => each.name === clean)))
    return false;
  store.update(({ recipes }) => ({
    recipes: recipes.map((each) => (each.name === name ? { ...each, name: clean } : each)),
  }));
  return true;
}

export const removePreset = (name: string): void =>
  store.update(({ recipes }) => ({ recipes: recipes.filter((each) => each.name !== name) }));
