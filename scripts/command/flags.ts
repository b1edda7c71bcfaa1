import { type Command, Option } from 'commander';
import { ParameterError } from '#core/base/errors.ts';
import { parseOutsideJson } from '#core/base/outside-json.ts';
import { SETTINGS_LIMITS } from '#core/base/outside-limits.ts';
import { inputSpec } from '#core/operation.ts';
import type { Field, Parameters } from '#core/parameters/fields.ts';
import { flagName } from '#core/recipes/command-line.ts';
import { readText } from '../platform/outside-file.ts';
import { describeError, UsageError } from './errors.ts';
import { positionalInput } from './positional.ts';
import { type CommandOperation, type CommandWords, labelOf } from './words.ts';

/** The flags of an operation's parameters. A switch has two, `--x` and `--no-x`, of which help shows the one that changes something. */
export function addParameterFlags(command: Command, operation: CommandOperation, words: CommandWords): void {
  for (const [name, field] of Object.entries(operation.params)) {
    const flag = flagName(name);
    const description = describeField(field, labelOf(words, operation.id, name), words);
    if (field.kind === 'toggle') {
      command.addOption(new Option(`--${flag}`, description).hideHelp(field.default));
      command.addOption(new Option(`--no-${flag}`, `not: ${description}`).hideHelp(!field.default));
    } else command.addOption(new Option(`--${flag} <${placeholder(field)}>`, description));
  }
}

function placeholder(field: Field): string {
  switch (field.kind) {
    case 'number':
      return 'n';
    case 'choice':
      return field.options.length > 6 ? 'name' : field.options.join('|');
    case 'list':
    case 'group':
      return 'FILE.json';
    default:
      return field.kind;
  }
}

/** `Ratio, 0.1 to 4` */
export function describeField(field: Field, label: string, words: CommandWords): string {
  const parts = [label];
  if (field.kind === 'number') {
    const unit = field.unit ? ` ${words.units[field.unit]}` : '';
    const [min, max] = field.values ? [] : [Number.isFinite(field.min), Number.isFinite(field.max)];
    if (field.values) parts.push(`one of ${field.values.join(', ')}${unit}`);
    if (min && max) parts.push(`${field.min} to ${field.max}${unit}`);
    else if (min) parts.push(`${field.min}${unit} and up`);
    else if (max) parts.push(`up to ${field.max}${unit}`);
  }
  if (field.kind === 'choice' && field.options.length > 6) parts.push(`one of ${field.options.join(', ')}`);
  if (field.kind === 'list') parts.push(`a list of at most ${field.maxItems}`);
  const text = parts.join(', ');
  if (field.required) return `${text} (required)`;
  const shown = 'default' in field && field.kind !== 'toggle' && field.kind !== 'list' ? field.default : undefined;
  return shown === undefined || shown === '' ? text : `${text} (default: ${shown})`;
}

/** Flags for the inputs that are not positional. */
export function addInputFlags(command: Command, operation: CommandOperation): void {
  const positional = positionalInput(operation.inputs)?.name;
  for (const [name, input] of Object.entries(operation.inputs)) {
    if (name === positional) continue;
    const { kind, optional, max } = inputSpec(input);
    const what = kind === 'file' ? 'file' : `${kind} file`;
    const description = max === undefined ? what : `${what}, up to ${max} times`;
    const option = new Option(`--${flagName(name)} <FILE>`, optional ? description : `${description} (required)`);
    if (max !== undefined) option.argParser((path: string, before: string[] = []) => [...before, path]);
    command.addOption(option);
  }
}

/** The paths that input flags name, by input. */
export function readInputFlags(
  operation: CommandOperation,
  given: Readonly<Record<string, unknown>>,
): Record<string, string | string[]> {
  const positional = positionalInput(operation.inputs)?.name;
  const paths: Record<string, string | string[]> = {};
  for (const [name, input] of Object.entries(operation.inputs)) {
    if (name === positional) continue;
    const { optional, max } = inputSpec(input);
    const value = given[name] as string | string[] | undefined;
    if (value !== undefined) paths[name] = value;
    else if (!optional) throw new ParameterError(`--${flagName(name)}`, { problem: 'required' }, undefined);
    if (max !== undefined && value && value.length > max)
      throw new ParameterError(`--${flagName(name)}`, { maxLength: max }, value.length);
  }
  return paths;
}

/** Flags' texts as the values that `parseParameters` holds against the declaration; what was not given is left out. */
export async function readParameterFlags(
  fields: Parameters,
  given: Readonly<Record<string, unknown>>,
  words: CommandWords,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields))
    if (given[name] !== undefined) values[name] = await readValue(field, given[name], `--${flagName(name)}`, words);
  return values;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

async function readValue(field: Field, given: unknown, flag: string, words: CommandWords): Promise<unknown> {
  if (typeof given !== 'string') return given;
  if (field.kind === 'number') return NUMBER.test(given) ? Number(given) : given;
  if (field.kind !== 'list' && field.kind !== 'group') return given;
  // The page writes commands with the JSON in them; by hand it is a file.
  if (/^\s*[[{]/.test(given)) return parseJson(given, flag, words);
  return readJsonFile(given, flag, words);
}

/** @throws UsageError naming the flag (or the argument) and the file */
export function readJsonFile(path: string, flag: string, words: CommandWords): unknown {
  const place = `${flag}: ${path}`;
  let text: string;
  try {
    text = readText(path, SETTINGS_LIMITS.size);
  } catch (error) {
    throw new UsageError(`${place}: ${describeError(error, words)}`);
  }
  return parseJson(text, place, words);
}

/** @throws UsageError naming the place */
export function parseJson(text: string, place: string, words: CommandWords): unknown {
  try {
    return parseOutsideJson(text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? `Invalid JSON: ${error.message}` : describeError(error, words);
    throw new UsageError(`${place}: ${reason}`);
  }
}

/**
 * `--x false`, `--x=true` and the like as `--no-x` and `--x`, so that a switch never takes the
 * next word for its value unless that word is one.
 */
export function settleSwitches(args: readonly string[], operation: CommandOperation, command: Command): string[] {
  const switches = new Set(
    Object.entries(operation.params).flatMap(([name, field]) =>
      field.kind === 'toggle' ? [`--${flagName(name)}`] : [],
    ),
  );
  const takesValue = (arg: string) =>
    command.options.some(({ long, short, required }) => required && (arg === long || arg === short));
  const settled: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    if (arg === '--') return [...settled, ...args.slice(index)];
    const [flag = '', inline] = arg.split(/=(.*)/s, 2);
    if (!switches.has(flag)) {
      settled.push(arg);
      const next = args[index + 1];
      if (takesValue(arg) && next !== undefined) {
        settled.push(next);
        index++;
      }
      continue;
    }
    const next = args[index + 1];
    const value = inline ?? (next === 'true' || next === 'false' ? next : 'true');
    if (inline === undefined && value === next) index++;
    if (value !== 'true' && value !== 'false') throw new ParameterError(flag, { type: 'boolean' }, value);
    settled.push(value === 'true' ? flag : flag.replace('--', '--no-'));
  }
  return settled;
}
