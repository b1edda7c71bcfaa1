import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { pasteComponent } from '#app/tools/shapes/clipboard.ts';
import { defaultText, pasteTextSettings } from '#app/tools/text-boxes/clipboard.ts';
import { FudebakoError, ParameterError } from '#core/base/errors.ts';
import { parseOutsideJson } from '#core/base/outside-json.ts';
import { group, list, number, parameters, text } from '#core/parameters/fields.ts';
import { mergeValues } from '#core/parameters/merge.ts';
import { parseParameters, restoreValues } from '#core/parameters/parse.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import { defaultComponent } from '#core/shapes/settings.ts';

const size = { width: 100, height: 100 };
const thrownBy = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
};

afterEach(() => expect(Object.keys(Object.prototype)).toEqual([]));

describe('parseOutsideJson', () => {
  it('equals JSON.parse for everything without a reserved name', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(parseOutsideJson(json)).toEqual(JSON.parse(json));
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('counts brackets, colons and names only outside strings', () => {
    const value = { a: '{[{[:":\\"{{', 'b:": ': ['constructor', '__proto__', '\u005f'] };
    expect(parseOutsideJson(`\uFEFF${JSON.stringify(value)}`)).toEqual(value);
    expect(parseOutsideJson(`{"a":"${'[{:'.repeat(5000)}"}`)).toBeDefined();
  });

  it.each([
    ['{"a":{"__proto__":1}}', 'a.__proto__'],
    ['[1,{"b":[{"constructor":1}]}]', '[1].b[0].constructor'],
    ['{"prototype":{}}', 'prototype'],
    ['{"\\u005f\\u005fproto\\u005f_":1}', '__proto__'],
  ])('refuses %s with an error that states its path', (json, path) => {
    const error = thrownBy(() => parseOutsideJson(json));
    expect(error).toBeInstanceOf(ParameterError);
    expect(error).toMatchObject({ path, code: 'parameterReserved' });
  });

  it.each([
    ['settingsTooLarge', ' '.repeat(64_000_001)],
    ['settingsTooDeep', '['.repeat(10_000)],
    ['settingsTooDeep', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
    ['settingsTooManyNames', `{${Array.from({ length: 1001 }, (_, name) => `"${name}":1`)}}`],
  ])('refuses input over a limit with the error %s', (code, json) => {
    expect(thrownBy(() => parseOutsideJson(json))).toMatchObject({ code });
  });

  it('accepts input just within the limits', () => {
    expect(parseOutsideJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeDefined();
    expect(parseOutsideJson(`[${'{"a":1},'.repeat(5000)}0]`)).toHaveLength(5001);
    expect(Object.keys(parseOutsideJson(`{${Array.from({ length: 1000 }, (_, n) => `"${n}":1`)}}`) as object)).toHaveLength(1000); // biome-ignore format: one case a line
  });
});

const fields = parameters({
  count: number({ default: 1, min: 0, max: 9 }),
  style: group({ size: number({ default: 2, min: 0, max: 9 }) }),
  words: list({ item: text(), maxItems: 3 }),
});

describe('untrusted values', () => {
  /** A stored object whose properties are all inherited. */
  const inheriting = Object.create({ count: 7, style: { size: 7 }, operation: 'crop', words: ['x'] });

  it('are read only from own properties', () => {
    expect(parseParameters(fields, inheriting)).toEqual({ count: 1, style: { size: 2 }, words: [] });
    expect(restoreValues(fields, inheriting)).toEqual({ count: 1, style: { size: 2 }, words: [] });
    const current = { count: 3, style: { size: 4 }, words: ['a'] };
    expect(mergeValues(fields, current, inheriting)).toEqual(current);
    expect(thrownBy(() => parseRecipe(inheriting))).toMatchObject({ path: 'operation' });
  });

  it('are refused or ignored under a reserved name such as __proto__', () => {
    const outside = (json: string) => JSON.parse(json) as unknown;
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      expect(thrownBy(() => parseParameters(fields, outside(`{"style":{"${name}":{}}}`)))).toMatchObject({
        path: `style.${name}`,
        code: 'parameterReserved',
      });
      expect(thrownBy(() => parseRecipe(outside(`{"operation":"crop","${name}":{}}`)))).toMatchObject({ path: name });
      expect(thrownBy(() => parseRecipe(outside(`{"operation":"layer","inputs":{"${name}":"a"}}`)))).toMatchObject({
        path: `inputs.${name}`,
        code: 'parameterReserved',
      });
      const merged = mergeValues(
        fields,
        { count: 3, style: { size: 4 }, words: [] },
        outside(`{"${name}":{"count":5}}`),
      );
      expect([Object.getPrototypeOf(merged), merged.count]).toEqual([Object.prototype, 3]);
    }
  });

  it('in a list are all parsed, and gaps become defaults', () => {
    const gaps = ['a'];
    gaps[2] = 'b';
    expect(parseParameters(fields, { words: gaps }).words).toEqual(['a', '', 'b']);
  });

  it('appear in an error on one line, however deep or large they are', () => {
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const large = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 'x'.repeat(50)]));
    for (const value of [deep, large, { a: deep }, 'x'.repeat(1e6)]) {
      const error = thrownBy(() => parseParameters(fields, { count: value })) as ParameterError;
      expect(error).toBeInstanceOf(ParameterError);
      expect(String(error.data.value).length).toBeLessThanOrEqual(60);
    }
    const named = thrownBy(() => parseParameters(fields, { ['n'.repeat(1e6)]: 1 })) as ParameterError;
    expect(String(named.data.path).length).toBeLessThanOrEqual(200);
  });
});

describe('pasted settings', () => {
  const pastes: [string, (json: string) => unknown][] = [
    ['a text', (json) => pasteTextSettings(defaultText(), json, size)],
    ['a shape', (json) => pasteComponent(defaultComponent(), json, size)],
  ];
  it.each(pastes)('of %s are refused with the path of a reserved name', (_, paste) => {
    const error = thrownBy(() => paste('{"boundingBox":{"__proto__":{"top":5}}}'));
    expect(error).toMatchObject({ path: 'boundingBox.__proto__' });
  });
  it.each(pastes)('of %s are refused if they are nested too deep', (_, paste) => {
    const error = thrownBy(() => paste(`{"boundingBox":${'['.repeat(10_000)}`));
    expect(error).toBeInstanceOf(FudebakoError);
    expect(error).toMatchObject({ code: 'settingsTooDeep' });
  });
});
