import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '#core/locales/all-en.ts';
import { operations } from '#core/operations/index.ts';
import type { Field, Parameters } from '#core/parameters/fields.ts';

const folder = resolve(import.meta.dirname, '../../core/operations');

describe('the registry of operations', () => {
  it('lists every operation file of the folder', () => {
    const files = readdirSync(folder).filter((name) => name !== 'index.ts');
    expect(operations.map(({ id }) => `${id}.ts`).toSorted()).toEqual(files.toSorted());
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))('has labels for %s', (id, operation) => {
    const words = en.operations[id];
    expect(words.name && words.summary).toBeTruthy();
    expectLabels(operation.params, en.parameters[id]);
  });

  it.each(operations.flatMap(({ id, params }) => fieldsBelow(params, id, en.parameters[id])))(
    'declares %s without errors',
    (path, field) => {
      if (field.kind === 'number' && field.default !== undefined) {
        expect(field.default).toBeGreaterThanOrEqual(field.min);
        expect(field.default).toBeLessThanOrEqual(field.max);
      }
      if (field.kind === 'choice') {
        const choices = path
          .split('.')
          .reduce<unknown>((words, name) => (words as Words | undefined)?.[name], en.choices);
        expect(Object.keys(choices ?? {}).toSorted()).toEqual([...field.options].toSorted());
      }
    },
  );
});

type Words = Readonly<Record<string, unknown>>;

/** Returns the parameters of a group, or of each item of a list. */
function fieldsOf(field: Field): Parameters | undefined {
  if (field.kind === 'group') return field.fields;
  return field.kind === 'list' ? fieldsOf(field.item) : undefined;
}

/** Returns every labeled field with its path in the word tables, such as `draw-shapes.components.rotation`. */
function fieldsBelow(params: Parameters, path: string, labels: Words): [path: string, field: Field][] {
  return Object.entries(params).flatMap(([name, field]) => {
    const inner = typeof labels[name] === 'string' ? undefined : fieldsOf(field);
    return [[`${path}.${name}`, field], ...fieldsBelow(inner ?? {}, `${path}.${name}`, labels[name] as Words)];
  });
}

/**
 * Checks that every parameter has a label, and nothing else has. A group of labeled parts has its own label under
 * `label`.
 */
function expectLabels(params: Parameters, labels: Words) {
  expect(Object.keys(labels).toSorted()).toEqual(Object.keys(params).toSorted());
  for (const [name, field] of Object.entries(params)) {
    const words = labels[name];
    const { label, ...others } = typeof words === 'string' ? { label: words } : (words as Words);
    expect(label).toBeTypeOf('string');
    if (typeof words !== 'string') expectLabels(fieldsOf(field) ?? {}, others);
  }
}

describe('an animated operation', () => {
  const animations = operations.flatMap((operation) =>
    'animationOf' in operation && operation.animationOf ? [operation] : [],
  );

  it.each(animations.map((animation) => [animation.id, animation] as const))(
    'has the inputs and parameters of its still operation: %s',
    (_, animation) => {
      const still = operations.find(({ id }) => id === animation.animationOf);
      expect(still?.output).toBe('image');
      expect(animation.inputs).toMatchObject(still?.inputs ?? {});
      expect(animation.params).toMatchObject(still?.params ?? {});
      expect(animation.output).toBe('file');
    },
  );

  it('exists for write-horizontal and write-vertical', () => {
    expect(animations.map(({ animationOf }) => animationOf)).toEqual(['write-horizontal', 'write-vertical']);
  });
});
