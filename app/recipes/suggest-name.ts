import { convert } from '#core/operations/convert.ts';
import { describeValues, stepName } from '#core/recipes/describe.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { cleanName, usePresets } from './presets.ts';

type Words = Parameters<typeof describeValues>[1];

/** Maximum length of a suggested name, which becomes the label of a button. */
const MOST_CHARACTERS = 40;

/** Suggests a name that no preset has, such as `Crop 1:1` or `Scale 0.5, Rotate 90°`. Empty without steps. */
export function suggestName(recipe: Recipe, words: Words): string {
  const changes = recipe.filter(({ operation }) => operation !== convert.id);
  const whole = (changes.length > 0 ? changes : recipe)
    .map((step) => [stepName(step, words), describeValues(step, words)[0]?.value ?? ''].join(' ').trim())
    .join(words.punctuation.list);
  const name = cleanName([...whole].slice(0, MOST_CHARACTERS).join(''));
  const taken = new Set(usePresets.getState().recipes.map((preset) => preset.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}
