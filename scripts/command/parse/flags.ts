import { type Command, Option } from 'commander';
import { FudebakoError, ParameterError } from '#core/base/errors.ts';
import { parseOutsideJson } from '#core/base/outside-json.ts';
import { SETTINGS_LIMITS } from '#core/base/outside-limits.ts';
import { type InputKind, type InputSpec, inputSpec } from '#core/operation.ts';
import type { Field, NumberField, Parameters, ToggleField } from '#core/parameters/fields.ts';
import { flagName } from '#core/recipes/command-line.ts';
import { readText } from '../../platform/outside-file.ts';
import { type CommandOperation, type CommandWords, labelOf } from '../base/environment.ts';
import { describeError, errorCode, UsageError } from '../base/errors.ts';
import { flagHelp } from './help-texts.ts';
import { jsonErrorPlace } from './json-place.ts';
import { positionalInput } from './positional.ts';
import type { TextOptions } from './text-encoding.ts';

/** Unparsed flag values from Commander. */
export type RawFlags = Readonly<Record<string, unknown>>;

export function addParameterFlags(command: Command, operation: CommandOperation, words: CommandWords): void {
  for (const [name, field] of Object.entries(operation.params)) {
    const flag = flagName(name);
    const help = flagHelp(command.name(), name);
    const label = labelOf(words, operation.id, name);
    const description = describeField(field, help ?? label, words);
    if (field.kind === 'toggle') addToggleFlags(command, name, field, { help, label });
    else command.addOption(new Option(`--${flag} <${placeholder(field)}>`, description));
    const former = field.formerly && `--${flagName(field.formerly)}`;
    if (former) command.addOption(new Option(`${former} <${placeholder(field)}>`, description).hideHelp());
  }
}

/** Adds the flags `--x` and `--no-x`. The help lists only the flag that changes the default. */
export function addToggleFlags(
  command: Command,
  name: string,
  field: ToggleField,
  { help, label }: { readonly help: string | undefined; readonly label: string },
): void {
  const flag = flagName(name);
  command.addOption(new Option(`--${flag}`, help ?? label).hideHelp(field.default));
  const off = (field.default ? help : undefined) ?? `Turn off ${label.toLowerCase()}`;
  command.addOption(new Option(`--no-${flag}`, off).hideHelp(!field.default));
}

/** True if the choices are short enough for the help, which otherwise shows a placeholder. */
const isShort = (options: readonly string[]) => options.join('|').length <= 30;

function placeholder(field: Field): string {
  switch (field.kind) {
    case 'number':
      return 'N';
    case 'choice':
      return isShort(field.options) ? field.options.join('|') : 'NAME';
    case 'group':
      return `${canBeAutomatic(field) ? 'auto|' : ''}${numbersOf(field)?.join(',').toUpperCase() ?? 'FILE.json'}`;
    case 'list':
      return 'FILE.json';
    default:
      return field.kind.toUpperCase();
  }
}

/** True for a group that the word `auto` may replace. */
const canBeAutomatic = (field: Field) => field.kind === 'group' && Object.hasOwn(field.fields, 'auto');

/** Returns the names of the numbers in a group of numbers, perhaps with their unit. Its flag then accepts `1,2,3`. */
function numbersOf(field: Field): string[] | undefined {
  if (field.kind !== 'group') return undefined;
  const fields: readonly [name: string, field: Field][] = Object.entries(field.fields);
  const numbers = fields.filter(([name]) => name !== 'unit' && name !== 'auto');
  return numbers.every(([, { kind }]) => kind === 'number') ? numbers.map(([name]) => name) : undefined;
}

/** Returns the description of a flag, such as `Ratio (0.1 to 4, default: 1)`. */
export function describeField(field: Field, label: string, words: CommandWords): string {
  const options = field.kind === 'choice' && !isShort(field.options) ? `: ${field.options.join(', ')}` : '';
  const facts = field.kind === 'number' ? rangeOf(field, words) : [];
  if (field.kind === 'list') facts.push(`at most ${field.maxItems}`);
  if (field.required) facts.push('required');
  const shown = 'default' in field && field.kind !== 'toggle' && field.kind !== 'list' ? field.default : undefined;
  if (!field.required && shown !== undefined && shown !== '') facts.push(`default: ${shown}`);
  return withFacts(label + options, facts);
}

const withFacts = (text: string, facts: readonly string[]) =>
  facts.length > 0 ? `${text} (${facts.join(', ')})` : text;

function rangeOf({ min, max, unit, values }: NumberField, words: CommandWords): string[] {
  const sign = unit ? words.units[unit] : '';
  const suffix = /^\w/.test(sign) ? ` ${sign}` : sign;
  if (values) return [`${values.join(', ')}${suffix}`];
  const [hasMin, hasMax] = [Number.isFinite(min), Number.isFinite(max)];
  if (hasMin && hasMax) return [`${min} to ${max}${suffix}`];
  if (hasMin) return [`${min}${suffix} or more`];
  return hasMax ? [`${max}${suffix} or less`] : [];
}

const inputLabels: Readonly<Record<InputKind, string>> = {
  image: 'Image file',
  audio: 'Audio file',
  video: 'Video file',
  file: 'File',
};

/** Adds a flag for each input that no positional argument sets. `omitted` are inputs whose flags already exist. */
export function addInputFlags(
  command: Command,
  operation: CommandOperation,
  omitted: Readonly<Record<string, unknown>> = {},
): void {
  const positional = positionalInput(operation.inputs)?.name;
  for (const [name, input] of Object.entries(operation.inputs)) {
    if (name === positional || Object.hasOwn(omitted, name)) continue;
    const { kind, optional, max } = inputSpec(input);
    const text = flagHelp(command.name(), name) ?? inputLabels[kind];
    const facts = [...(optional ? [] : ['required']), ...(max === undefined ? [] : [`up to ${max} times`])];
    const option = new Option(`--${flagName(name)} <FILE>`, withFacts(text, facts));
    if (max !== undefined) option.argParser((path: string, before: string[] = []) => [...before, path]);
    command.addOption(option);
  }
}

/** Returns paths by input. Throws ParameterError for a missing input, or for too many files. */
export function readInputFlags(
  operation: CommandOperation,
  rawFlags: Readonly<Record<string, unknown>>,
): Record<string, string | string[]> {
  const positional = positionalInput(operation.inputs)?.name;
  const paths: Record<string, string | string[]> = {};
  const flags = Object.keys(operation.inputs);
  if (
    !positional &&
    flags.every((name) => rawFlags[name] === undefined && inputSpec(operation.inputs[name] as InputSpec).optional)
  )
    throw new ParameterError(flags[0] ?? '', { problem: 'oneOf', alternatives: flags }, undefined);
  for (const [name, input] of Object.entries(operation.inputs)) {
    if (name === positional) continue;
    const { optional, max } = inputSpec(input);
    const value = rawFlags[name] as string | string[] | undefined;
    if (value !== undefined) paths[name] = value;
    else if (!optional) throw new ParameterError(`--${flagName(name)}`, { problem: 'required' }, undefined);
    if (max !== undefined && value && value.length > max)
      throw new ParameterError(`--${flagName(name)}`, { maxLength: max }, value.length);
  }
  return paths;
}

/** Converts flag texts to values for `parseParameters`. Omits flags that are not set. */
export async function readParameterFlags(
  fields: Parameters,
  rawFlags: Readonly<Record<string, unknown>>,
  words: CommandWords,
  text: TextOptions = () => ({}),
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields))
    for (const given of [name, field.formerly])
      if (given !== undefined && rawFlags[given] !== undefined)
        values[given] = await readValue(field, rawFlags[given], `--${flagName(given)}`, words, text);
  return values;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

async function readValue(
  field: Field,
  value: unknown,
  flag: string,
  words: CommandWords,
  text: TextOptions,
): Promise<unknown> {
  if (typeof value !== 'string') return value;
  if (field.kind === 'number') {
    const digits = field.unit === 'percent' ? value.replace(/%$/, '') : value;
    return NUMBER.test(digits) ? Number(digits) : value;
  }
  if (field.kind !== 'list' && field.kind !== 'group') return value;
  if (value === 'auto' && canBeAutomatic(field)) return { auto: true };
  const numbers = value.split(',').map((part) => part.trim());
  const names = numbersOf(field);
  if (names && numbers.length === names.length && numbers.every((part) => NUMBER.test(part)))
    return Object.fromEntries(names.map((name, index) => [name, Number(numbers[index])]));
  if (names && numbers.every((part) => NUMBER.test(part))) {
    const example = names.map((_, index) => (index + 1) * 10);
    throw new UsageError(`${flag} must be ${names.join(',').toUpperCase()}, such as ${example}, not ${value}.`);
  }
  if (field.kind === 'list' && field.item.kind === 'number' && numbers.every((part) => NUMBER.test(part)))
    return numbers.map(Number);
  // Accepts JSON itself, as in commands that the page copies, or the path of a JSON file, as people usually type.
  if (/^\s*[[{]/.test(value)) return parseJson(value, flag, words);
  return parseJson(readJsonText(value, flag, words, text), `${flag}: ${value}`, words);
}

/** Reads the text of a JSON file. Throws UsageError with the names of the file and of the flag or argument. */
export function readJsonText(path: string, flag: string, words: CommandWords, text: TextOptions): string {
  try {
    return readText(path, SETTINGS_LIMITS.size, text(path));
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT';
    const reason = isMissing ? new FudebakoError('fileNotFound', { name: path }) : error;
    throw new UsageError(`${flag}: ${isMissing ? '' : `${path}: `}${describeError(reason, words)}`);
  }
}

/** Parses JSON. Throws UsageError with the position of a syntax error. */
export function parseJson(text: string, place: string, words: CommandWords): unknown {
  try {
    return parseOutsideJson(text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? invalidJson(text, error) : describeError(error, words);
    throw new UsageError(`${place}: ${reason}`);
  }
}

function invalidJson(text: string, { message }: SyntaxError): string {
  const { line, column } = jsonErrorPlace(text);
  const reason = message.replace(/ in JSON at position \d+.*| \(line \d+ column \d+\)/s, '');
  return `Invalid JSON: ${reason} (line ${line}, column ${column})`;
}

/** Replaces `--x false` by `--no-x` and `--x=true` by `--x`. Boolean flags consume only `true` or `false`. */
export function normalizeToggles(args: readonly string[], operation: CommandOperation, command: Command): string[] {
  const switches = new Set(
    Object.entries(operation.params).flatMap(([name, field]) =>
      field.kind === 'toggle' ? [`--${flagName(name)}`] : [],
    ),
  );
  const takesValue = (arg: string) =>
    command.options.some(({ long, short, required }) => required && (arg === long || arg === short));
  const normalized: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    if (arg === '--') return [...normalized, ...args.slice(index)];
    const [flag = '', inline] = arg.split(/=(.*)/s, 2);
    if (!switches.has(flag)) {
      normalized.push(arg);
      const next = args[index + 1];
      if (takesValue(arg) && next !== undefined) {
        normalized.push(next);
        index++;
      }
      continue;
    }
    const next = args[index + 1];
    const value = inline ?? (next === 'true' || next === 'false' ? next : 'true');
    if (inline === undefined && value === next) index++;
    if (value !== 'true' && value !== 'false') throw new ParameterError(flag, { type: 'boolean' }, value);
    normalized.push(value === 'true' ? flag : flag.replace('--', '--no-'));
  }
  return normalized;
}
