import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRecipeLink, recipeFragment } from '#core/recipes/link.ts';
import { parseRecipeWithOutputs } from '#core/recipes/read-recipe.ts';
import { parseRecipe, type Recipe } from '#core/recipes/recipe.ts';
import { hasRecipeFragment } from '#core/recipes/recipe-fragment.ts';
import { random } from '../random.ts';

const short: Recipe = [{ operation: 'crop', params: { ratio: '1:1' } }];
const long: Recipe = Array.from({ length: 20 }, (_, index) => ({
  operation: 'scale',
  params: { width: 100 + index, keepAspect: true },
}));
const japanese: Recipe = [{ operation: 'write-vertical', params: { text: '古池や\n蛙飛び込む🐸' } }];
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

describe('a link to a recipe', () => {
  it.each([[short], [long], [japanese], [[]]])('reads back equal: recipe %#', async (recipe) => {
    const fragment = await recipeFragment(recipe);
    expect(fragment).toMatch(/^recipe=[jd][A-Za-z0-9_-]+$/);
    for (const before of ['https://example.org/scaler?lng=ja#', '#']) {
      expect(hasRecipeFragment(before + fragment)).toBe(true);
      expect(await readRecipeLink(before + fragment)).toEqual(recipe);
    }
  });

  it('is readable by Node’s base64url and inflate', async () => {
    const asIs = await recipeFragment([]);
    expect(asIs).toBe(`recipe=j${base64('[]')}`);
    const deflated = await recipeFragment(long);
    expect(deflated.startsWith('recipe=d')).toBe(true);
    expect(JSON.parse(inflateRawSync(Buffer.from(deflated.slice(8), 'base64url')).toString())).toEqual(long);
    expect(deflated.length).toBeLessThan(JSON.stringify(long).length / 3);
  });

  it('is at most 8 kB', async () => {
    const next = random(1);
    const noise = Array.from({ length: 9000 }, () => String.fromCharCode(33 + next(256) / 3)).join('');
    const recipe: Recipe = [{ operation: 'write-vertical', params: { text: noise } }];
    await expect(recipeFragment(recipe)).rejects.toMatchObject({ code: 'linkTooLong', data: { kilobytes: 8 } });
    await expect(readRecipeLink(`#recipe=j${'A'.repeat(8200)}`)).rejects.toMatchObject({ code: 'linkTooLong' });
  });

  it('is refused if it inflates over the limit', async () => {
    // A link of a few kilobytes, which inflates to five million characters.
    const bomb = deflateRawSync(`["${' '.repeat(5_000_000)}"]`, { level: 9 });
    expect(bomb.length).toBeLessThan(6000);
    await expect(readRecipeLink(`#recipe=d${base64(bomb)}`)).rejects.toMatchObject({ code: 'linkDamaged' });
    const allowed = deflateRawSync(`[${' '.repeat(262_000)}]`);
    expect(await readRecipeLink(`#recipe=d${base64(allowed)}`)).toEqual([]);
  });

  it.each([
    ['cut off', async () => (await recipeFragment(long)).slice(0, -8)],
    ['of another type', async () => `recipe=x${base64('[]')}`],
    ['nothing', async () => 'recipe='],
    ['not base64url', async () => 'recipe=jW10+'],
    ['not JSON', async () => `recipe=j${base64('[1,')}`],
    ['not UTF-8', async () => `recipe=j${base64(Uint8Array.of(34, 255, 34))}`],
    ['deflated text that is not JSON', async () => `recipe=d${base64(deflateRawSync(Uint8Array.of(1, 2, 3)))}`],
    ['not deflated', async () => `recipe=d${base64('hello, hello')}`],
  ])('is refused if it is %s', async (_, make) => {
    await expect(readRecipeLink(`#${await make()}`)).rejects.toMatchObject({ code: 'linkDamaged' });
  });

  it('with more than 1,000 steps is refused before any step is parsed', async () => {
    const steps = Array.from({ length: 5000 }, () => ({ operation: 'no-such-operation' }));
    const read = await readRecipeLink(`#${await recipeFragment(steps)}`);
    const limit = { code: 'parameterLength', path: 'steps', limits: { maxLength: 1000 } };
    expect(() => parseRecipe(read)).toThrow(expect.objectContaining(limit));
    expect(() => parseRecipe({ version: 1, steps })).toThrow(expect.objectContaining(limit));
    expect(() => parseRecipeWithOutputs({ version: 1, steps })).toThrow(expect.objectContaining(limit));
  });

  it('with a wrong step is refused with the path of the invalid parameter', async () => {
    const wrong: Recipe = [
      { operation: 'scale', params: { width: 100 } },
      { operation: 'scale', params: { width: 0 } },
    ];
    const read = await readRecipeLink(`#${await recipeFragment(wrong)}`);
    expect(() => parseRecipe(read)).toThrow(expect.objectContaining({ path: '[1].params.width' }));
    await expect(readRecipeLink(`#recipe=j${base64('[{"__proto__":{}}]')}`)).rejects.toMatchObject({
      code: 'parameterReserved',
    });
  });
});
