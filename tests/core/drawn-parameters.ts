import fc from 'fast-check';
import type { Field, Parameters } from '#core/parameters/fields.ts';

/** Generators to use instead of the defaults, by parameter name at any depth. Groups always use their fields. */
export type Narrowed = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Generates valid values of a field from its declaration. */
export function inside(field: Field, narrowed: Narrowed = {}): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'number': {
      if (field.values) return fc.constantFrom(...field.values);
      // Generates at most the declared number of digits, because numbers with more digits are refused.
      const scale = 10 ** field.fractionDigits;
      const min = Math.ceil(Math.max(field.min, -1e6) * scale);
      const max = Math.floor(Math.min(field.max, 1e6) * scale);
      return fc.integer({ min, max }).map((step) => Number(`${step}e-${field.fractionDigits}`));
    }
    case 'choice':
      return fc.constantFrom(...field.options);
    case 'toggle':
      return fc.boolean();
    case 'color':
      return fc.constantFrom(3, 4, 6, 8).chain((length) => {
        const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length }); // biome-ignore format: one thought
        return digits.map((text) => `#${text}`);
      });
    case 'text':
      return field.among
        ? fc.constantFrom(...field.among.options, field.among.prefix === '#' ? '#8040a0' : `${field.among.prefix}x`)
        : fc.string({ maxLength: Math.min(field.maxLength, 40) });
    case 'list':
      return fc.array(inside(field.item, narrowed), { maxLength: Math.min(field.maxItems, 4) });
    case 'group':
      return insideAll(field.fields, narrowed);
  }
}

/** Generates an object with every required field and some of the optional fields. */
export const insideAll = (fields: Parameters, narrowed: Narrowed = {}): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        (field.kind !== 'group' && narrowed[name]) || inside(field, narrowed),
      ]),
    ),
    {
      requiredKeys: Object.keys(fields).filter((name) => fields[name]?.required),
    },
  );
