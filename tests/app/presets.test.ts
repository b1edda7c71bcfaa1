import { beforeEach, describe, expect, it } from 'vitest';
import { looksLikeRecipe, readRecipeText } from '#app/intake/recipe-text.ts';
import {
  cleanName,
  PRESET_LIMITS,
  parsePreset,
  removePreset,
  renamePreset,
  savePreset,
  usePresets,
} from '#app/recipes/presets.ts';
import { suggestName } from '#app/recipes/suggest-name.ts';
import { en } from '#core/locales/all-en.ts';
import { recipeFragment } from '#core/recipes/link.ts';
import { withOutputs } from '#core/recipes/outputs.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { recipeDocument } from '#core/recipes/recipe-form.ts';

const recipe: Recipe = [{ operation: 'scale', params: { percent: 50 } }];
const names = () => usePresets.getState().recipes.map(({ name }) => name);

describe('presets', () => {
  beforeEach(() => usePresets.setState({ recipes: [] }));

  it('each have a name, and are sorted with the newest first', () => {
    expect(savePreset('  half\u202e \n size ', recipe)).toBeUndefined();
    expect(savePreset('other', recipe)).toBeUndefined();
    expect(savePreset('half size', [...recipe, ...recipe])).toBeUndefined();
    expect(names()).toEqual(['half size', 'other']);
    expect(usePresets.getState().recipes[0]?.recipe).toHaveLength(2);
  });

  it('can be renamed and removed, and have unique names', () => {
    for (const name of ['a', 'b']) savePreset(name, recipe);
    expect(renamePreset('a', 'b')).toBe(false);
    expect(renamePreset('a', ' ')).toBe(false);
    expect(renamePreset('a', 'c')).toBe(true);
    removePreset('b');
    expect(names()).toEqual(['c']);
  });

  it('are limited in number and size', () => {
    expect(savePreset('', recipe)).toBe('nameMissing');
    const large: Recipe = [{ operation: 'write-vertical', params: { text: 'x'.repeat(PRESET_LIMITS.characters) } }];
    expect(savePreset('large', large)).toBe('tooLarge');
    for (let index = 0; index < PRESET_LIMITS.presets; index++) savePreset(`r${index}`, recipe);
    expect(savePreset('one more', recipe)).toBe('tooMany');
    expect(savePreset('r3', recipe)).toBeUndefined();
    expect(names()).toHaveLength(PRESET_LIMITS.presets);
  });

  it.each([
    null,
    'x',
    { name: 'a' },
    { name: '', recipe },
    { name: '\u200b', recipe },
    { name: 'a', recipe: [] },
    { name: 'a', recipe: [{ operation: 'paint' }] },
    { name: 'a', recipe: [{ operation: 'scale', params: { percent: -1 } }] },
    { name: 3, recipe },
    { name: 'x'.repeat(2000), recipe },
  ])('that were stored as %j are ignored', (stored) => {
    expect(parsePreset(stored)).toBeUndefined();
  });

  it('can have outputs as their last step', () => {
    const stored = { name: 'web', recipe: [...recipe, { outputs: [{ width: 40, format: 'webp' }] }] };
    expect(parsePreset(stored)).toEqual(stored);
    expect(parsePreset({ name: 'web', recipe: [{ outputs: [{ width: 0 }] }] })).toBeUndefined();
  });

  it('get a suggested name that no other preset has', () => {
    const cropped: Recipe = [
      { operation: 'crop', params: { ratio: '1:1' } },
      { operation: 'convert', params: { format: 'webp' } },
    ];
    expect(suggestName(cropped, en)).toBe('Crop 1:1');
    savePreset('Crop 1:1', cropped);
    expect(suggestName(cropped, en)).toBe('Crop 1:1 (2)');
    expect(suggestName(cropped.slice(1), en)).toBe('Format Converter WebP');
    const rectangle = { topX: 177, topY: 252, bottomX: 701, bottomY: 645 };
    expect(suggestName([{ operation: 'crop', params: rectangle }], en)).toBe('Crop 524 × 393');
    expect(suggestName([], en)).toBe('');
  });

  it('have names without line breaks', () => {
    expect(cleanName(' a\u0000\tb\u2028c ')).toBe('a b c');
    expect(cleanName('x'.repeat(500))).toHaveLength(PRESET_LIMITS.name);
  });
});

describe('text pasted as a recipe', () => {
  it('may be the recipe’s JSON, one step as JSON, or a link', async () => {
    const texts = [
      JSON.stringify(recipe),
      JSON.stringify(recipe[0], null, 2),
      `https://example.org/scaler#${await recipeFragment(recipe)}`,
    ];
    for (const text of texts) {
      expect(looksLikeRecipe(text)).toBe(true);
      expect((await readRecipeText(text)).recipe[0]).toEqual(recipe[0]);
    }
  });

  it('may be a document with $schema, version and outputs', async () => {
    const outputs = [{ width: 40, format: 'webp', quality: 0.5 }];
    const document = recipeDocument([...recipe, { outputs }]);
    const read = await readRecipeText(JSON.stringify(document));
    expect(read).toMatchObject({ recipe, outputs: [{ width: 40, encoding: { format: 'webp', quality: 0.5 } }] });
    expect(recipeDocument(withOutputs(read.recipe, read.outputs))).toEqual(document);
    const only = JSON.stringify([{ outputs }]);
    expect(looksLikeRecipe(only)).toBe(true);
    expect(await readRecipeText(only)).toMatchObject({ recipe: [], outputs: [{ width: 40 }] });
  });

  it.each(['', 'hello', '{"a":1}', '[1,2]', 'https://example.org/scaler', 'fudebako crop a.png'])(
    'is not a recipe if it is %j',
    (text) => {
      expect(looksLikeRecipe(text)).toBe(false);
    },
  );
});
