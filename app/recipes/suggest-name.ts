import { convert } from '#core/operations/convert.ts';
import { describeValues, stepName } from '#core/recipes/describe.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { cleanName, usePresets } from './presets.ts';

type Words = Parameters<typeof describeValues>[1];

/** Maximum length of a suggested name, which becomes the label of a button. */
const MOST_CHARACTERS = 40;

/** Suggests a name that no preset has, such as `Crop 1:1` or `Scale 0.5, Rotate 90°`. Empty without steps. */
export function suggestName(recipe: Recipe, words: Words): string {
  const changes = recipe.filter(({ operation }) => operation !== convert.id);
  const whole = (changes.length > 0 ? changes : recipe)
    .map((step) =>
      [stepName(step, words), croppedSize(step) ?? describeValues(step, words)[0]?.value ?? ''].join(' ').trim(),
    )
    .join(words.punctuation.list);
  const name = cleanName([...whole].slice(0, MOST_CHARACTERS).join(''));
  const taken = new Set(usePresets.getState().recipes.map((preset) => preset.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}

/** Returns the size of a cropped rectangle; its first value, the left edge, would say little. */
function croppedSize({ params = {} }: RecipeStep): string | undefined {
  const { topX, topY, bottomX, bottomY } = params as Partial<Record<'topX' | 'topY' | 'bottomX' | 'bottomY', unknown>>;
  const sides = [Number(bottomX) - Number(topX), Number(bottomY) - Number(topY)];
  return sides.every((side) => side > 0) ? sides.join(' × ') : undefined;
}
