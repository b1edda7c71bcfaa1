import { ParameterError } from '#core/base/errors.ts';
import { isReservedName } from '#core/base/outside-json.ts';
import type { Field } from '#core/parameters/fields.ts';
import { parseField } from '#core/parameters/parse.ts';
import type { ParsedStep } from '#core/recipes/recipe.ts';

/** A column's name and what a row says under it. */
export type Cell = readonly [column: string, value: unknown];

/** Nothing in the recipe has a column's name. */
export class ColumnUnknown extends Error {
  override readonly name = 'ColumnUnknown';
}

/** What the columns of a file of rows set in a recipe. */
export interface Columns {
  /**
   * The steps with a row's values in the place of the recipe's.
   * @throws ParameterError, ColumnUnknown, naming the column
   */
  apply(cells: readonly Cell[]): readonly ParsedStep[];
}

/** Where a column leads: a step, its parameter, and the way inside that. */
interface Way {
  readonly step: number;
  readonly parameter: string;
  readonly field: Field;
  readonly inside: readonly string[];
}

export function createColumns(steps: readonly ParsedStep[]): Columns {
  const ways = new Map<string, Way | 'name'>();
  const wayOf = (column: string) => {
    const way = ways.get(column) ?? findWay(column, steps);
    ways.set(column, way);
    return way;
  };
  return {
    apply(cells) {
      const changed = [...steps];
      const made: Made = new Set();
      for (const [column, value] of cells) {
        const way = wayOf(column);
        if (way === 'name' || value === '' || value === undefined) continue;
        const { step: index, parameter, field, inside } = way;
        const step = changed[index] as ParsedStep;
        // Each row has parameters of its own; what it does not change it shares with the recipe.
        if (step === steps[index]) changed[index] = { ...step, params: { ...step.params } };
        const { params } = changed[index] as ParsedStep;
        const mark: Mark = { isMade: false };
        params[parameter] = overlay(field, params[parameter], inside, value, parameter, mark);
        if (mark.isMade) made.add({ params, parameter, field });
      }
      for (const { params, parameter, field } of made)
        params[parameter] = parseField(field, params[parameter], parameter);
      for (const [index, { operation, params }] of changed.entries())
        if (changed[index] !== steps[index]) operation.check?.(params);
      return changed;
    },
  };
}

interface Mark {
  isMade: boolean;
}

/** Parameters that have got parts which are to be filled up. */
type Made = Set<{ readonly params: Record<string, unknown>; readonly parameter: string; readonly field: Field }>;

function findWay(column: string, steps: readonly ParsedStep[]): Way | 'name' {
  const keys = column.match(/[^.[\]]+/g) ?? [];
  if (keys.some(isReservedName)) throw new ParameterError(column, { problem: 'reserved' }, undefined);
  const [parameter = '', ...inside] = keys;
  const step = steps.findIndex(({ operation }) => Object.hasOwn(operation.params, parameter));
  if (step >= 0) return { step, parameter, field: steps[step]?.operation.params[parameter] as Field, inside };
  if (column === 'name') return 'name';
  throw new ColumnUnknown(`No step of the recipe has a parameter ${column}.`);
}

/**
 * A value laid over the one that is there, which stays as it is. Every step of the way is one that
 * the declaration has, and the value at its end is held against its field: the rest has been before.
 *
 * @param mark notes that an object or an entry of a list had to be made, which the parameter's own parsing fills up
 */
function overlay(
  field: Field,
  current: unknown,
  inside: readonly string[],
  value: unknown,
  path: string,
  mark: Mark,
): unknown {
  const [key, ...rest] = inside;
  if (key === undefined) return parseField(field, overlayWhole(field, current, value, path), path);
  if (field.kind === 'group') {
    const inner = innerField(field.fields, key, `${path}.${key}`);
    mark.isMade ||= !isObject(current);
    const before = isObject(current) ? current : {};
    return { ...before, [key]: overlay(inner, ownValue(before, key), rest, value, `${path}.${key}`, mark) };
  }
  if (field.kind !== 'list' || !/^\d{1,9}$/.test(key))
    throw new ParameterError(`${path}.${key}`, { problem: 'unknown' }, value);
  const index = Number(key);
  if (index >= field.maxItems) throw new ParameterError(path, { maxLength: field.maxItems }, index + 1);
  const items: unknown[] = Array.isArray(current) ? [...current] : [];
  mark.isMade ||= items.length <= index;
  while (items.length <= index) items.push(undefined);
  items[index] = overlay(field.item, items[index], rest, value, `${path}[${index}]`, mark);
  return items;
}

/** An object is laid over the one that is there, name by name; anything else takes its place. */
function overlayWhole(field: Field, current: unknown, value: unknown, path: string): unknown {
  if (field.kind !== 'group' || !isObject(value)) return readCell(value, field);
  const merged: Record<string, unknown> = isObject(current) ? { ...current } : {};
  for (const [name, inner] of Object.entries(value)) {
    const at = `${path}.${name}`;
    const innerOf = innerField(field.fields, name, at);
    // Inside JSON a number is a number: only a column's own value may be a text that stands for one.
    merged[name] = innerOf.kind === 'group' ? overlayWhole(innerOf, ownValue(merged, name), inner, at) : inner;
  }
  return merged;
}

function innerField(fields: Readonly<Record<string, Field>>, name: string, path: string): Field {
  if (isReservedName(name)) throw new ParameterError(path, { problem: 'reserved' }, undefined);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw new ParameterError(path, { problem: 'unknown' }, undefined);
  return field;
}

/** A table's cell as the value that its field takes. */
function readCell(value: unknown, field: Field): unknown {
  if (typeof value !== 'string') return value;
  if (field.kind === 'number' && value.trim() !== '' && !Number.isNaN(Number(value))) return Number(value);
  if (field.kind === 'toggle' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return value;
}

const ownValue = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
