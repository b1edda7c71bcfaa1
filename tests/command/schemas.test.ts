import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { operations } from '#core/operations/index.ts';
import type { NumberField, Parameters } from '#core/parameters/fields.ts';
import { defaultValues } from '#core/parameters/parse.ts';
import { splitOutputs } from '#core/recipes/outputs.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import { readRecipeForm } from '#core/recipes/recipe-form.ts';
import { publishedSchemas } from '#scripts/dev/package/package.ts';

const schemas = publishedSchemas();
const names = Object.keys(schemas);

const compiled = new Map<string, ValidateFunction>();

/** Compiles a schema in strict mode, in which unknown keywords and ambiguous types are errors. */
function compile(name: string): ValidateFunction {
  const known = compiled.get(name);
  if (known) return known;
  const logged: unknown[] = [];
  const log = (...words: unknown[]) => void logged.push(words);
  const ajv = new Ajv2020({ strict: true, allErrors: true, logger: { log, warn: log, error: log } });
  const validate = ajv.compile(schemas[name] as object);
  expect(logged).toEqual([]);
  compiled.set(name, validate);
  return validate;
}

/** Lists every object in a schema. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

describe.each(names)('the schema %s', (name) => {
  it('compiles in strict mode', () => {
    compile(name);
  });

  it('has no multipleOf, and a description for every property', () => {
    for (const each of objectsIn(schemas[name])) expect(each).not.toHaveProperty('multipleOf');
    const described = Object.values((schemas[name]?.properties ?? {}) as Record<string, { description?: string }>);
    for (const { description } of described) expect(description).toMatch(/^(?:[A-Z]|[xy] of).*\.$/);
  });
});

describe('the schema of an operation', () => {
  it.each(operations.map((operation) => [operation.id, operation.params as Parameters] as const))(
    'of %s agrees with the parser about defaults and limits',
    (id, params) => {
      const validate = compile(id);
      const defaults = Object.fromEntries(
        Object.entries(defaultValues(params)).filter(([, value]) => value !== undefined),
      );
      const missing = Object.values(params).some(({ required }) => required);
      expect([id, validate(defaults)]).toEqual([id, !missing]);
      for (const [name, field] of Object.entries(params)) {
        if (field.kind !== 'number') continue;
        const { max, min, values } = field as NumberField;
        if (Number.isFinite(max)) expect(validate({ ...defaults, [name]: max + 1 })).toBe(false);
        if (Number.isFinite(min)) expect(validate({ ...defaults, [name]: min - 1 })).toBe(false);
        if (values) expect(validate({ ...defaults, [name]: (values[0] ?? 0) + 0.5 })).toBe(false);
      }
      expect(validate({ ...defaults, unknownName: 1 })).toBe(false);
    },
  );

  it('describes parameters with limits, units and defaults', () => {
    const { properties } = schemas.scale as { properties: Record<string, { description: string }> };
    expect(properties.width?.description).toBe('Width; alone, the height follows (1 to 10000 px).');
    const texts = schemas['write-texts'] as {
      properties: { texts: { items: { properties: Record<string, { description: string }> } } };
    };
    expect(texts.properties.texts.items.properties.fontPctH?.description).toMatch(
      /^Font size as a percentage of the height/,
    );
  });
});

describe('the schema of recipes', () => {
  const scale = { operation: 'scale', params: { factor: 0.5 } };
  const layer = { operation: 'layer', params: { blendMode: 'multiply' }, inputs: { top: 'logo.png' } };
  const recipes: readonly (readonly [unknown, boolean])[] = [
    [scale, true],
    [[scale, layer], true],
    [{ $schema: 'recipe.json', version: 1, ...scale }, true],
    [{ $schema: 'recipe.json', version: '1.2', steps: [scale, layer] }, true],
    [{ operation: 'convert' }, true],
    [
      [
        scale,
        {
          outputs: [
            { width: 320, format: 'webp' },
            { format: 'jpg', quality: 0.8 },
          ],
        },
      ],
      true,
    ],
    [{ version: 1, ...scale, outputs: [{ width: 320 }] }, true],
    [{ outputs: [{ width: 'wide' }] }, false],
    [{ outputs: [{ factor: 2 }] }, false],
    [{ outputs: [] }, false],
    [{ operation: 'unknown' }, false],
    [{ operation: 'scale', params: { ratio: 'half' } }, false],
    [{ operation: 'scale', params: { blendMode: 'multiply' } }, false],
    [{ operation: 'scale', inputs: { top: 'a.png' } }, false],
    [{ operation: 'redact', params: {} }, false],
    [{ operation: 'redact' }, false],
    [{ steps: [scale], author: 'a' }, false],
    [{ version: 2, ...scale }, false],
    [{ version: '2.0', ...scale }, false],
    [[{ version: 1, ...scale }], false],
  ];
  it.each(recipes)('agrees with the parser about %j', (recipe, isValid) => {
    const parsed = () => {
      const split = splitOutputs(readRecipeForm(recipe).steps);
      return parseRecipe(split.recipe);
    };
    if (isValid) expect(parsed).not.toThrow();
    else expect(parsed).toThrow();
    expect(compile('recipe')(recipe)).toBe(isValid);
    const config = { version: 1, recipes: { a: recipe, b: 'b.json' }, defaults: { quality: 0.8 } };
    expect(compile('config')(config)).toBe(isValid);
  });
});
