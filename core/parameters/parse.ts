import { ParameterError } from '../base/errors.ts';
import { isReservedName } from '../base/outside-json.ts';
import type { ChoiceField, ColorField, Field, NumberField, Parameters, TextField, ValuesOf } from './fields.ts';

/** Validates untrusted values and fills in defaults. Throws ParameterError with a path: `components[2].rotation`. */
export function parseParameters<P extends Parameters>(fields: P, raw: unknown, path = ''): ValuesOf<P> {
  if (raw === undefined) return parseParameters(fields, {}, path);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new ParameterError(path || '.', { type: 'object' }, raw);
  const object = withCurrentNames(fields, raw);
  for (const name of Object.keys(object))
    if (!Object.hasOwn(fields, name)) {
      const problem = isReservedName(name) ? 'reserved' : 'unknown';
      throw new ParameterError(joinPath(path, name), { problem }, object[name]);
    }
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    // An error names the parameter as written.
    const written = field.formerly !== undefined && Object.hasOwn(raw, field.formerly) ? field.formerly : name;
    values[name] = parseField(field, ownValue(object, name), joinPath(path, written));
  }
  return values as ValuesOf<P>;
}

/** Replaces earlier names of parameters and options. Throws ParameterError if an object has both names of one. */
export function withCurrentNames(fields: Parameters, object: object): Record<string, unknown> {
  const current = { ...object } as Record<string, unknown>;
  for (const [name, field] of Object.entries(fields)) {
    const { formerly } = field;
    if (formerly !== undefined && Object.hasOwn(current, formerly)) {
      if (Object.hasOwn(current, name))
        throw new ParameterError(formerly, { problem: 'exclusive', alternatives: [name] }, current[formerly]);
      current[name] = current[formerly];
      delete current[formerly];
    }
    if (field.kind === 'choice' && Object.hasOwn(current, name)) current[name] = currentOption(field, current[name]);
  }
  return current;
}

function ownValue(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}

function joinPath(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

/** Validates the value of one parameter. Throws ParameterError for an invalid value. */
export function parseField(field: Field, raw: unknown, path: string): unknown {
  if (raw === undefined) {
    if (field.required) throw new ParameterError(path, { problem: 'required' }, raw);
    if (field.kind === 'group') return parseParameters(field.fields, {}, path);
    return field.default;
  }
  switch (field.kind) {
    case 'number':
      return parseNumber(field, raw, path);
    case 'choice':
      return parseChoice(field, raw, path);
    case 'toggle':
      if (typeof raw !== 'boolean') throw new ParameterError(path, { type: 'boolean' }, raw);
      return raw;
    case 'color':
      return parseColorField(field, raw, path);
    case 'text':
      return parseText(field, raw, path);
    case 'list':
      if (!Array.isArray(raw)) throw new ParameterError(path, { type: 'list' }, raw);
      if (raw.length > field.maxItems) throw new ParameterError(path, { maxLength: field.maxItems }, raw.length);
      // Uses `Array.from` because it visits the holes of sparse arrays, which `map` skips.
      return Array.from(raw, (item, index) => parseField(field.item, item, `${path}[${index}]`));
    case 'group':
      return parseParameters(field.fields, raw, path);
  }
}

const currentOption = ({ formerOptions = {} }: ChoiceField, raw: unknown): unknown =>
  typeof raw === 'string' && Object.hasOwn(formerOptions, raw) ? formerOptions[raw] : raw;

function parseChoice(field: ChoiceField, raw: unknown, path: string): string {
  const value = currentOption(field, raw);
  if (typeof value === 'string' && field.options.includes(value)) return value;
  throw new ParameterError(path, { options: field.options }, raw);
}

function parseNumber(field: NumberField, raw: unknown, path: string): number {
  if (typeof raw !== 'number' || !Number.isFinite(raw))
    throw new ParameterError(path, { type: field.fractionDigits === 0 ? 'integer' : 'number' }, raw);
  if (field.values && !field.values.includes(raw))
    throw new ParameterError(path, { options: field.values.map(String) }, raw);
  if (raw < field.min || raw > field.max) throw new ParameterError(path, { min: field.min, max: field.max }, raw);
  if (field.fractionDigits === 0 && !Number.isInteger(raw)) throw new ParameterError(path, { type: 'integer' }, raw);
  // Programs compute numbers such as 100 / 3, so decimals beyond the limit are rounded instead of refused.
  return roundToDigits(raw, field.fractionDigits) + 0;
}

export const COLOR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

function parseColorField(_field: ColorField, raw: unknown, path: string): string {
  if (typeof raw !== 'string' || !COLOR.test(raw)) throw new ParameterError(path, { type: 'color' }, raw);
  return raw;
}

function parseText(field: TextField, raw: unknown, path: string): string {
  if (typeof raw !== 'string') throw new ParameterError(path, { type: 'text' }, raw);
  if (raw.length > field.maxLength) throw new ParameterError(path, { maxLength: field.maxLength }, raw.length);
  if (field.among && !field.among.options.includes(raw) && !raw.startsWith(field.among.prefix))
    throw new ParameterError(path, { options: [...field.among.options, `${field.among.prefix}…`] }, raw);
  return raw;
}

/** Rounds a number to decimal digits without floating-point errors: 1.005 becomes 1.01. */
export function roundToDigits(value: number, digits: number): number {
  if (Number.isInteger(value)) return value;
  // `toFixed` rounds numbers in exponent notation, because the code below can't append a second exponent.
  if (String(value).includes('e')) return Number(value.toFixed(digits));
  return Number(`${Math.round(Number(`${value}e${digits}`))}e-${digits}`);
}

/** Returns the allowed value of a number parameter that is nearest to `value`. */
export function clampNumber(field: NumberField, value: number): number {
  if (field.values) return nearest(field.values, value);
  const rounded = roundToDigits(value, field.fractionDigits);
  return Math.min(field.max, Math.max(field.min, rounded)) + 0;
}

/** Returns the value in `values` that is nearest to `value`; of two equally near values, the larger. */
const nearest = (values: readonly number[], value: number): number =>
  values.reduce((best, each) => (Math.abs(each - value) <= Math.abs(best - value) ? each : best));

/** Returns the default values of all parameters except required parameters. */
export function defaultValues<P extends Parameters>(fields: P): Partial<ValuesOf<P>> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields))
    if (!field.required) values[name] = parseField(field, undefined, name);
  return values as Partial<ValuesOf<P>>;
}

/** Returns initial values of a panel: the page's default where declared, otherwise the parameter's default. */
export function pageValues<P extends Parameters>(fields: P): Partial<ValuesOf<P>> {
  const values: Record<string, unknown> = defaultValues(fields);
  for (const [name, field] of Object.entries(fields))
    if (field.kind === 'toggle' && field.pageDefault !== undefined) values[name] = field.pageDefault;
  return values as Partial<ValuesOf<P>>;
}

/** Restores a panel's saved settings. Invalid values become defaults, because the visitor didn't enter them. */
export function restoreValues<P extends Parameters>(fields: P, stored: unknown): Partial<ValuesOf<P>> {
  const values: Record<string, unknown> = pageValues(fields);
  if (typeof stored !== 'object' || stored === null) return values as Partial<ValuesOf<P>>;
  for (const [name, field] of Object.entries(fields)) {
    try {
      const raw = ownValue(stored, name) ?? (field.formerly && ownValue(stored, field.formerly));
      if (raw !== undefined) values[name] = parseField(field, raw, name);
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
    }
  }
  return values as Partial<ValuesOf<P>>;
}
