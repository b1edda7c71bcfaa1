import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParameterError } from '#core/base/errors.ts';
import { operations } from '#core/operations/index.ts';
import type { Field, Parameters } from '#core/parameters/fields.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { insideAll } from './drawn-parameters.ts';

/** Returns values that a field must refuse. */
function outside(field: Field): readonly unknown[] {
  switch (field.kind) {
    case 'number':
      return [
        ...(Number.isFinite(field.min) ? [field.min - 1, field.min - 10 ** -field.fractionDigits] : []),
        ...(Number.isFinite(field.max) ? [field.max + 1, field.max + 10 ** -field.fractionDigits] : []),
        Number.NaN,
        Number.POSITIVE_INFINITY,
        ...(field.fractionDigits === 0 ? [(Number.isFinite(field.min) ? field.min : 0) + 0.5] : []),
        '1',
        null,
        [],
      ];
    case 'choice':
      return ['', 'no such option', 0, null, field.options];
    case 'toggle':
      return ['true', 0, 1, null];
    case 'color':
      return ['red', '#12', '#12345', '#1234567', '#123456789', '#ggg', '', null, 0];
    case 'text':
      return [0, null, [], 'x'.repeat(field.maxLength + 1), ...(field.among ? ['no such name'] : [])];
    case 'list':
      return [null, {}, 'x', 0];
    case 'group':
      return [null, [], 'x', 0, { 'no such field': 1 }];
  }
}

/** Returns every field of a declaration with its path. For lists, the path goes through the first item. */
function placesOf(fields: Parameters, path: readonly (string | number)[] = []): [(string | number)[], Field][] {
  return Object.entries(fields).flatMap(([name, field]) => placesIn(field, [...path, name]));
}

function placesIn(field: Field, path: (string | number)[]): [(string | number)[], Field][] {
  if (field.kind === 'group') return [[path, field], ...placesOf(field.fields, path)];
  if (field.kind === 'list') return [[path, field], ...placesIn(field.item, [...path, 0])];
  return [[path, field]];
}

/** Returns the value with a replacement at the path, and creates missing parents of the path. */
function put(value: unknown, [key, ...rest]: readonly (string | number)[], end: unknown): unknown {
  if (key === undefined) return end;
  if (typeof key === 'number') return [put((value as unknown[] | undefined)?.[key], rest, end)];
  const object = (value ?? {}) as Record<string, unknown>;
  return { ...object, [key]: put(object[key], rest, end) };
}

const written = (path: readonly (string | number)[]) =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${key}`)).join('');

const all = operations.map(({ id, params }) => [id, params as Parameters] as const);

describe('random parameters', () => {
  it.each(all)('of %s within the declared limits are accepted, and parse to the same values again', (_, fields) => {
    fc.assert(
      fc.property(insideAll(fields), (values) => {
        const parsed = parseParameters(fields, values);
        expect(parseParameters(fields, parsed)).toEqual(parsed);
        for (const [name, value] of Object.entries(values))
          if (typeof value !== 'object') expect(parsed[name]).toBe(Object.is(value, -0) ? 0 : value);
      }),
      { seed: 20, numRuns: 100 },
    );
  });

  it.each(all.filter(([, fields]) => Object.keys(fields).length > 0))(
    'of %s with one value out of range are refused with that value’s path',
    (_, fields) => {
      const places = placesOf(fields).flatMap(([path, field]) => outside(field).map((value) => [path, value] as const));
      fc.assert(
        fc.property(insideAll(fields), fc.constantFrom(...places), (values, [path, value]) => {
          let thrown: unknown;
          try {
            parseParameters(fields, put(onlyTo(fields, values, path), path, value));
          } catch (error) {
            thrown = error;
          }
          expect(thrown).toBeInstanceOf(ParameterError);
          expect((thrown as ParameterError).path.startsWith(written(path))).toBe(true);
        }),
        { seed: 21, numRuns: 400 },
      );
    },
  );
});

/** Fills in the required values along the path, so that only the value at the path is wrong. */
function onlyTo(fields: Parameters, values: unknown, [key, ...rest]: readonly (string | number)[]): unknown {
  if (typeof key !== 'string') return values;
  const object = { ...(values as Record<string, unknown>) };
  let field = fields[key] as Field;
  let left = rest;
  let wrap = (inner: unknown): unknown => inner;
  while (field.kind === 'list' && typeof left[0] === 'number') {
    const outer = wrap;
    wrap = (inner) => outer([inner]);
    field = field.item as Field;
    left = left.slice(1);
  }
  if (field.kind !== 'group' || left.length === 0) return object;
  const [sample] = fc.sample(insideAll(field.fields), { seed: 22, numRuns: 1 });
  object[key] = wrap(onlyTo(field.fields, sample, left));
  return object;
}
