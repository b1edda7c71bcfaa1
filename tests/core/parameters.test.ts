import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParameterError } from '#core/base/errors.ts';
import { findOperation } from '#core/operations/index.ts';
import {
  choice,
  color,
  group,
  list,
  number,
  parameters,
  pixels,
  ratio,
  slider,
  text,
  toggle,
} from '#core/parameters/fields.ts';
import {
  clampNumber,
  defaultValues,
  pageValues,
  parseParameters,
  restoreValues,
  roundToDigits,
} from '#core/parameters/parse.ts';
import { parametersSchema } from '#core/parameters/schema.ts';
import { parseRecipeWithOutputs } from '#core/recipes/read-recipe.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';

const fields = parameters({
  factor: ratio({ default: 1, min: 0.1, max: 4 }),
  width: pixels({ min: 1, max: 10_000 }),
  tone: slider({ default: 0, min: -1, max: 1, step: 0.01 }),
  mode: choice({ options: ['cover', 'contain'], default: 'cover' }),
  on: toggle({ default: true }),
  ink: color({ default: '#000000' }),
  label: text({ maxLength: 5 }),
  drift: number({ default: 0, max: 9 }),
  box: group({ top: pixels({ default: 2 }) }),
  rate: number({ default: 96, min: 64, max: 128, values: [64, 96, 128], fractionDigits: 0 }),
  points: list({ item: group({ x: number({ required: true, fractionDigits: 3 }) }), maxItems: 2 }),
});

/** Returns the path, code and limits of the error that `parse` throws. */
function refusal(raw: unknown) {
  try {
    parseParameters(fields, raw);
  } catch (error) {
    if (error instanceof ParameterError) return { path: error.path, code: error.code, limits: error.limits };
    throw error;
  }
  return undefined;
}

describe('parseParameters', () => {
  it('fills in every default', () => {
    expect(parseParameters(fields, undefined)).toEqual({
      factor: 1,
      width: undefined,
      tone: 0,
      mode: 'cover',
      on: true,
      ink: '#000000',
      label: '',
      drift: 0,
      rate: 96,
      box: { top: 2 },
      points: [],
    });
  });

  it.each([
    [{ factor: 1 / 3 }, { factor: 0.3 }],
    [{ factor: 0.1 + 0.2 }, { factor: 0.3 }],
    [{ points: [{ x: 100 / 3 }] }, { points: [{ x: 33.333 }] }],
    [{ points: [{ x: -0.0001 }] }, { points: [{ x: 0 }] }],
  ])('rounds the computed numbers of %j', (given, rounded) => {
    expect(parseParameters(fields, given)).toMatchObject(rounded);
  });

  it.each([
    [{ factor: 7 }, 'factor', 'parameterRange', { min: 0.1, max: 4 }],
    [{ factor: 0 }, 'factor', 'parameterRange', { min: 0.1, max: 4 }],
    [{ factor: '2' }, 'factor', 'parameterNumber', { type: 'number' }],
    [{ factor: Number.NaN }, 'factor', 'parameterNumber', { type: 'number' }],
    [{ width: 1.5 }, 'width', 'parameterInteger', { type: 'integer' }],
    [{ drift: 9.5 }, 'drift', 'parameterMax', { min: Number.NEGATIVE_INFINITY, max: 9 }],
    [{ rate: 100 }, 'rate', 'parameterChoice', { options: ['64', '96', '128'] }],
    [{ rate: 400 }, 'rate', 'parameterChoice', { options: ['64', '96', '128'] }],
    [{ box: { top: -1 } }, 'box.top', 'parameterMin', { min: 0, max: Number.POSITIVE_INFINITY }],
    [{ mode: 'fill' }, 'mode', 'parameterChoice', { options: ['cover', 'contain'] }],
    [{ on: 1 }, 'on', 'parameterBoolean', { type: 'boolean' }],
    [{ ink: 'red' }, 'ink', 'parameterColor', { type: 'color' }],
    [{ ink: '#12345' }, 'ink', 'parameterColor', { type: 'color' }],
    [{ label: 'sixsix' }, 'label', 'parameterLength', { maxLength: 5 }],
    [{ label: 5 }, 'label', 'parameterText', { type: 'text' }],
    [{ box: { left: 1 } }, 'box.left', 'parameterUnknown', { problem: 'unknown' }],
    [{ points: [{ x: 1 }, {}] }, 'points[1].x', 'parameterRequired', { problem: 'required' }],
    [{ points: [{ x: 1 }, { x: 'a' }] }, 'points[1].x', 'parameterNumber', { type: 'number' }],
    [{ points: {} }, 'points', 'parameterList', { type: 'list' }],
    [{ points: [{ x: 1 }, { x: 1 }, { x: 1 }] }, 'points', 'parameterLength', { maxLength: 2 }],
    [{ other: 1 }, 'other', 'parameterUnknown', { problem: 'unknown' }],
    [[], '.', 'parameterObject', { type: 'object' }],
    [null, '.', 'parameterObject', { type: 'object' }],
  ])('refuses the value %j at the path %s', (raw, path, code, limits) => {
    expect(refusal(raw)).toEqual({ path, code, limits });
  });

  it('accepts the limits and every value between them with the declared digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -100, max: 100 }), (tenths, hundredths) => {
        const factor = roundToDigits(tenths / 10, 1);
        const tone = roundToDigits(hundredths / 100, 2);
        const values = parseParameters(fields, { factor, tone });
        expect([values.factor, values.tone]).toEqual([factor, tone + 0]);
      }),
      { seed: 1 },
    );
  });
});

describe('clampNumber', () => {
  it('rounds, then clamps', () => {
    expect(clampNumber(fields.factor, 9)).toBe(4);
    expect(clampNumber(fields.factor, 0)).toBe(0.1);
    expect(clampNumber(fields.factor, 1.25)).toBe(1.3);
    expect(clampNumber(fields.width, 99_999)).toBe(10_000);
    expect([0, 79, 80, 400].map((rate) => clampNumber(fields.rate, rate))).toEqual([64, 64, 96, 128]);
    expect(Object.is(clampNumber(fields.tone, -0.001), 0)).toBe(true);
  });

  it('returns a valid value for any number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(refusal({ factor: clampNumber(fields.factor, value), tone: clampNumber(fields.tone, value) })).toBe(
          undefined,
        );
      }),
      { seed: 2 },
    );
  });
});

describe('roundToDigits', () => {
  it.each([
    [1.005, 2, 1.01],
    [8.345, 2, 8.35],
    [0.1 + 0.2, 2, 0.3],
    [1e-9, 2, 0],
    [123456789, 0, 123456789],
  ])('rounds %d to %d digits as %d', (value, digits, expected) => {
    expect(roundToDigits(value, digits)).toBe(expected);
  });
});

describe('pageValues', () => {
  it('uses the page’s default where it differs from the command’s default', () => {
    const fields = parameters({ mark: toggle({ default: false, pageDefault: true }), on: toggle({ default: false }) });
    expect(parseParameters(fields, {})).toEqual({ mark: false, on: false });
    expect(pageValues(fields)).toEqual({ mark: true, on: false });
    expect(restoreValues(fields, {})).toEqual({ mark: true, on: false });
    expect(restoreValues(fields, { mark: false })).toEqual({ mark: false, on: false });
  });
});

describe('restoreValues', () => {
  it('keeps valid values and replaces the rest by defaults', () => {
    expect(restoreValues(fields, { factor: 2, tone: 9, mode: 'fill', gone: 1 })).toMatchObject({
      factor: 2,
      tone: 0,
      mode: 'cover',
    });
    expect(restoreValues(fields, 'nonsense')).toEqual(defaultValues(fields));
  });
});

describe('parametersSchema', () => {
  it('states the limits as JSON Schema', () => {
    const schema = parametersSchema(fields) as { properties: Record<string, unknown> };
    expect(schema.properties.factor).toEqual({ type: 'number', minimum: 0.1, maximum: 4, default: 1 });
    expect(schema.properties.width).toEqual({ type: 'integer', minimum: 1, maximum: 10_000 });
    expect(schema.properties.points).toMatchObject({ type: 'array', maxItems: 2, items: { required: ['x'] } });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  });
});

describe('earlier names of parameters and options', () => {
  const parse = (id: string, params: object) => {
    const operation = findOperation(id);
    return operation && parseOperationParameters(operation, params);
  };

  it('give the current names', () => {
    expect(parse('layer', { gravity: 'southeast' })).toMatchObject({ anchor: 'bottom-right' });
    expect(parse('scale', { ratio: 0.5 })).toMatchObject({ factor: 0.5 });
    expect(parse('scale', { width: 9, fit: 'inside', anchor: 'north' })).toMatchObject({
      fit: 'contain',
      anchor: 'top',
    });
    expect(() => parse('scale', { ratio: 0.5, factor: 0.5 })).toThrow('parameterExclusive');
  });

  it('become current names in a pasted recipe', () => {
    const { recipe } = parseRecipeWithOutputs([{ operation: 'scale', params: { ratio: 2 } }]);
    expect(recipe).toEqual([{ operation: 'scale', params: { factor: 2 } }]);
  });
});
