import { parseRecipeWithOutputs } from '#core/recipes/read-recipe.ts';
import { createPersisted } from '../storage/persisted.ts';
import { localKeys } from '../storage/storage-keys.ts';
import { getOwnProperty, storedList, storedText } from '../storage/stored.ts';

export interface SavedRecipe {
  readonly name: string;
  /** Valid steps as JSON. The last element may be an object with `outputs` and without an operation. */
  readonly recipe: readonly unknown[];
}

interface SavedState {
  /** Saved recipes with unique names, newest first. */
  readonly recipes: readonly SavedRecipe[];
}

/** Maximum length of a recipe's JSON in characters, because local storage holds only a few megabytes. */
export const SAVED_LIMITS = { recipes: 100, characters: 20_000, name: 80 } as const;

/** Replaces line breaks and invisible characters in a recipe's name with spaces, and limits the length of the name. */
export const cleanName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, SAVED_LIMITS.name);

export function parseSaved(stored: unknown): SavedRecipe | undefined {
  const [name, recipe] = [storedText(getOwnProperty(stored, 'name')), getOwnProperty(stored, 'recipe')];
  if (name === undefined || cleanName(name) === '' || !Array.isArray(recipe)) return undefined;
  try {
    if (JSON.stringify(recipe).length > SAVED_LIMITS.characters) return undefined;
    parseRecipeWithOutputs(recipe);
    return { name: cleanName(name), recipe };
  } catch {
    return undefined;
  }
}

const distinct = (recipes: readonly SavedRecipe[]): readonly SavedRecipe[] =>
  recipes
    .filter(({ name }, index) => recipes.findIndex((other) => other.name === name) === index)
    .slice(0, SAVED_LIMITS.recipes);

const store = createPersisted<SavedState>({
  key: localKeys.recipes.key,
  initial: { recipes: [] },
  parse: (stored) => ({
    recipes: distinct(storedList(parseSaved, SAVED_LIMITS.recipes)(getOwnProperty(stored, 'recipes')) ?? []),
  }),
});

export const useSavedRecipes = store.use;

export type NotSaved = 'nameMissing' | 'tooLarge' | 'tooMany';

/** Saves a recipe, and replaces a recipe with the same name. Returns the reason if saving fails. */
export function saveRecipe(name: string, recipe: readonly unknown[]): NotSaved | undefined {
  const clean = cleanName(name);
  if (clean === '') return 'nameMissing';
  if (JSON.stringify(recipe).length > SAVED_LIMITS.characters) return 'tooLarge';
  const others = store.use.getState().recipes.filter((each) => each.name !== clean);
  if (others.length >= SAVED_LIMITS.recipes) return 'tooMany';
  store.update(({ recipes }) => ({
    recipes: distinct([{ name: clean, recipe }, ...recipes.filter((each) => each.name !== clean)]),
  }));
  return undefined;
}

export function renameRecipe(name: string, next: string): boolean {
  const clean = cleanName(next);
  if (clean === '' || (clean !== name && store.use.getState().recipes.some((each) => each.name === clean)))
    return false;
  store.update(({ recipes }) => ({
    recipes: recipes.map((each) => (each.name === name ? { ...each, name: clean } : each)),
  }));
  return true;
}

export const removeRecipe = (name: string): void =>
  store.update(({ recipes }) => ({ recipes: recipes.filter((each) => each.name !== name) }));
