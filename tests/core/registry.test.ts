import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '#core/operations/index.ts';
import type { Field } from '#core/parameters/fields.ts';
import { en } from '#core/words/en.ts';

const folder = resolve(import.meta.dirname, '../../core/operations');

describe('the registry', () => {
  it('lists what the folder holds', () => {
    const files = readdirSync(folder).filter((name) => name !== 'index.ts');
    expect(operations.map(({ id }) => `${id}.ts`).toSorted()).toEqual(files.toSorted());
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))('has words for %s', (id, operation) => {
    const words = en.operations[id];
    expect(words.name && words.summary).toBeTruthy();
    const labels: Record<string, string> = en.parameters[id];
    expect(Object.keys(labels).toSorted()).toEqual(Object.keys(operation.params).toSorted());
  });

  it.each(
    operations.flatMap(({ id, params }) =>
      Object.entries(params as Record<string, Field>).map(
        ([name, field]) => [`${id}.${name}`, id, name, field] as const,
      ),
    ),
  )('declares %s soundly', (_, id, name, field) => {
    if (field.kind === 'number' && field.default !== undefined) {
      expect(field.default).toBeGreaterThanOrEqual(field.min);
      expect(field.default).toBeLessThanOrEqual(field.max);
    }
    if (field.kind === 'choice') {
      const choices = (en.choices as Record<string, Record<string, Record<string, string>>>)[id]?.[name];
      expect(Object.keys(choices ?? {}).toSorted()).toEqual([...field.options].toSorted());
    }
  });
});
