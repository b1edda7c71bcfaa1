import { describe, expect, it } from 'vitest';
import { en } from '#core/locales/all-en.ts';
import { errorSentence } from '#core/locales/format.ts';
import { parseRecipeWithOutputs } from '#core/recipes/read-recipe.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';

const step = { operation: 'scale', params: { factor: 0.5 } };
const ids = (raw: unknown) => parseRecipe(raw).map(({ operation }) => operation.id);

function errorOf(raw: unknown): unknown {
  try {
    return parseRecipe(raw);
  } catch (error) {
    return error;
  }
}

describe('a recipe', () => {
  it('is a step, a list of steps, or an object with steps', () => {
    expect(ids(step)).toEqual(['scale']);
    expect(ids([step, step])).toEqual(['scale', 'scale']);
    expect(ids({ steps: [step, step] })).toEqual(['scale', 'scale']);
    expect(ids({ steps: [] })).toEqual([]);
  });

  it('may have $schema and version beside a list of steps or a single step', () => {
    const head = { $schema: './node_modules/fudebako/schemas/recipe.json', version: 1 };
    expect(ids({ ...head, steps: [step] })).toEqual(['scale']);
    expect(ids({ ...head, ...step })).toEqual(['scale']);
    for (const version of ['1', '1.0', '1.2.3']) expect(ids({ version, ...step })).toEqual(['scale']);
  });

  it('of a newer version is refused with an error message', () => {
    for (const version of [2, '2', '2.0', 12]) {
      const error = errorOf({ version, ...step });
      expect(error).toMatchObject({ code: 'recipeVersion', data: { supported: 1 } });
      expect(errorSentence(error, en)).toBe(
        `Recipe version ${version} is not supported (supported: 1). Update Fudebako.`,
      );
    }
  });

  it.each([
    [{ version: 0, ...step }, 'version'],
    [{ version: 1.5, ...step }, 'version'],
    [{ version: '01', ...step }, 'version'],
    [{ version: 'latest', ...step }, 'version'],
    [{ version: null, ...step }, 'version'],
    [{ version: '1.'.repeat(5000), ...step }, 'version'],
    [{ $schema: 1, ...step }, '$schema'],
    [{ $schema: 'x'.repeat(3000), ...step }, '$schema'],
    [{ steps: [step], operation: 'scale' }, 'operation'],
    [{ steps: [step], author: 'a' }, 'author'],
    [{ steps: step }, 'steps'],
    [{ steps: [step, { version: 1, ...step }] }, 'steps[1].version'],
    [{ steps: [step, { operation: 'scale', params: { factor: 9 } }] }, 'steps[1].params.factor'],
    [[{ $schema: 'x', ...step }], '[0].$schema'],
  ])('given as %j is refused at the path %s', (raw, path) => {
    expect(errorOf(raw)).toMatchObject({ path });
  });
});

describe('a recipe with outputs', () => {
  it.each([
    [{ steps: [step, { outputs: [{ width: 0 }] }] }, 'steps[1].outputs[0].width'],
    [[{ ...step, outputs: [{ format: 'tiff' }] }], '[0].outputs[0].format'],
    [{ ...step, outputs: 3 }, 'outputs'],
    [{ steps: [{ outputs: [{}] }, step] }, 'steps[0].outputs'],
    [{ steps: [] }, 'steps[0]'],
    [[], '[0]'],
  ])('given as %j is refused at the path %s', (raw, path) => {
    expect(() => parseRecipeWithOutputs(raw)).toThrow(expect.objectContaining({ path }));
  });

  it('is parsed into its steps and its outputs, in every notation', () => {
    const outputs = [{ width: 40, format: 'webp' }];
    const parsed = { recipe: [step], outputs: [{ width: 40, encoding: { format: 'webp' } }] };
    for (const raw of [{ ...step, outputs }, [step, { outputs }], { version: 1, steps: [{ ...step, outputs }] }])
      expect(parseRecipeWithOutputs(raw)).toMatchObject(parsed);
    expect(parseRecipeWithOutputs({ outputs })).toMatchObject({ recipe: [], steps: [] });
    expect(parseRecipeWithOutputs(step).outputs).toBeUndefined();
  });
});
