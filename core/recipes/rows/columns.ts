import { ParameterError } from '../../base/errors.ts';
import { isReservedName } from '../../base/outside-json.ts';
import { type InputSpec, inputSpec } from '../../operation.ts';
import type { Field } from '../../parameters/fields.ts';
import { parseField } from '../../parameters/parse.ts';
import type { ParsedStep } from '../recipe.ts';
import { RowsError } from './rows-error.ts';

export type Cell = readonly [column: string, value: unknown];

/** Applies the rows of a table to a recipe: each column sets one parameter or input. */
export interface Columns {
  /** Returns the recipe's steps with the values of a row. Throws ParameterError or RowsError with the column. */
  apply(cells: readonly Cell[]): readonly ParsedStep[];
  filesOf(cells: readonly Cell[]): readonly string[];
}

/** The target of a table column: a parameter or input of a step, or a value inside a parameter. */
interface ColumnTarget {
  readonly step: number;
  readonly name: string;
  readonly to: { readonly field: Field } | { readonly input: InputSpec };
  readonly inside: readonly string[];
}

/** Finds the target of each column. `locate` returns the path of a file that a row names. */
export function createColumns(steps: readonly ParsedStep[], locate: (name: string) => string): Columns {
  const targets = new Map<string, ColumnTarget | 'name'>();
  const targetOf = (column: string) => {
    const target = targets.get(column) ?? findTarget(column, steps);
    targets.set(column, target);
    return target;
  };
  const cellTargets = (cells: readonly Cell[]) =>
    cells.flatMap(([column, value]) => {
      const target = targetOf(column);
      return target === 'name' || value === '' || value === undefined ? [] : [{ target, value }];
    });
  return {
    apply(cells) {
      const changed = [...steps];
      const made: Made = new Set();
      const inputs: RowInputs = new Map();
      for (const { target, value } of cellTargets(cells)) {
        const { step: index, name, to, inside } = target;
        const step = changed[index] as ParsedStep;
        // Copies a step before setting its parameters, because all table rows share the steps of the recipe.
        if (step === steps[index]) changed[index] = { ...step, params: { ...step.params } };
        const { params } = changed[index] as ParsedStep;
        if ('input' in to) {
          layInput(inputs, target, to.input, step.inputs, value, locate);
          continue;
        }
        const mark: Mark = { isMade: false };
        params[name] = overlay(to.field, params[name], inside, value, name, mark);
        if (mark.isMade) made.add({ params, parameter: name, field: to.field });
      }
      for (const { params, parameter, field } of made)
        params[parameter] = parseField(field, params[parameter], parameter);
      for (const [index, own] of inputs) {
        const whole = Object.entries(own).map(([name, input]) => [name, wholeInput(input, name)]);
        const step = changed[index] as ParsedStep;
        changed[index] = { ...step, inputs: { ...step.inputs, ...Object.fromEntries(whole) } };
      }
      // Checks the recipe after the table row is applied, because the recipe alone may lack required values.
      for (const { operation, params } of changed) operation.check?.(params);
      return changed;
    },

    filesOf(cells) {
      const inputs: RowInputs = new Map();
      for (const { target, value } of cellTargets(cells))
        if ('input' in target.to) layInput(inputs, target, target.to.input, {}, value, locate);
      const files = [...inputs.values()].flatMap((own) => Object.values(own).flat());
      return [...new Set(files)].filter((file) => file !== undefined);
    },
  };
}

type RowInputs = Map<number, Record<string, RowInput>>;

function layInput(
  inputs: RowInputs,
  { step, name, inside }: ColumnTarget,
  spec: InputSpec,
  before: ParsedStep['inputs'],
  value: unknown,
  locate: (name: string) => string,
): void {
  const own = inputs.get(step) ?? {};
  inputs.set(step, { ...own, [name]: overlayInput(spec, own[name] ?? before[name], inside, value, name, locate) });
}

interface Mark {
  isMade: boolean;
}

/** Parameters that got new objects or list entries from a row. Values that the row doesn't set become defaults. */
type Made = Set<{ readonly params: Record<string, unknown>; readonly parameter: string; readonly field: Field }>;

function findTarget(column: string, steps: readonly ParsedStep[]): ColumnTarget | 'name' {
  const keys = column.match(/[^.[\]]+/g) ?? [];
  if (keys.some(isReservedName)) throw new ParameterError(column, { problem: 'reserved' }, undefined);
  const [name = '', ...inside] = keys;
  for (const [step, { operation }] of steps.entries()) {
    const entries = Object.entries(operation.params);
    const found = entries.find(([each]) => each === name) ?? entries.find(([, { formerly }]) => formerly === name);
    if (found) return { step, name: found[0], to: { field: found[1] }, inside };
  }
  if (column === 'name') return 'name';
  const inputStep = steps.findIndex(({ operation }) => Object.hasOwn(operation.inputs, name));
  const input = Object.entries(steps[inputStep]?.operation.inputs ?? {}).find(([each]) => each === name)?.[1];
  if (input) return { step: inputStep, name, to: { input: inputSpec(input) }, inside };
  throw new RowsError({ kind: 'column', column });
}

/** Returns a copy of `current` with the value at path `inside` replaced. `mark` records created objects. */
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

/** Replaces the value of a parameter. An object is merged property by property. */
function overlayWhole(field: Field, current: unknown, value: unknown, path: string): unknown {
  if (field.kind !== 'group' || !isObject(value)) return readCell(value, field);
  const merged: Record<string, unknown> = isObject(current) ? { ...current } : {};
  for (const [name, inner] of Object.entries(value)) {
    const at = `${path}.${name}`;
    const innerOf = innerField(field.fields, name, at);
    // Converts text to numbers only in CSV and TSV cells, because JSON has numbers.
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

/** Path of an input's file, or a list of paths, of which some may not be set yet. */
type RowInput = string | readonly (string | undefined)[];

/** Replaces an input's files, or the file at index `inside`. `locate` maps names to paths. Throws ParameterError. */
function overlayInput(
  spec: InputSpec,
  current: RowInput | undefined,
  inside: readonly string[],
  value: unknown,
  path: string,
  locate: (name: string) => string,
): RowInput {
  const { max } = spec;
  const [key, ...rest] = inside;
  const read = (name: unknown, at: string) => locate(readName(name, at));
  if (key === undefined) {
    if (max === undefined || !Array.isArray(value)) return read(value, path);
    checkLength(value.length, max, path);
    return value.map((name, index) => read(name, `${path}[${index}]`));
  }
  if (max === undefined || rest.length > 0 || !/^\d{1,9}$/.test(key))
    throw new ParameterError(`${path}.${key}`, { problem: 'unknown' }, value);
  const index = Number(key);
  checkLength(index + 1, max, path);
  const files = [current ?? []].flat();
  while (files.length <= index) files.push(undefined);
  files[index] = read(value, `${path}[${index}]`);
  return files;
}

/** Returns the files of an input after a row is applied. Throws ParameterError if a file of the list is missing. */
function wholeInput(input: RowInput, path: string): string | readonly string[] {
  if (typeof input === 'string') return input;
  return input.map((file, index) => {
    if (file === undefined) throw new ParameterError(`${path}[${index}]`, { problem: 'required' }, undefined);
    return file;
  });
}

function checkLength(length: number, max: number, path: string): void {
  if (length > max) throw new ParameterError(path, { maxLength: max }, length);
}

/** Reads a file name from a table cell. Throws for a NUL character, which a path can't contain. */
function readName(value: unknown, path: string): string {
  if (typeof value !== 'string' || value.includes('\0')) throw new ParameterError(path, { type: 'text' }, value);
  if (value === '') throw new ParameterError(path, { problem: 'required' }, value);
  return value;
}
