import { FudebakoError, ParameterError } from '../base/errors.ts';
import { COMMAND_LIMITS } from '../base/outside-limits.ts';
import { type AnyOperation, findOperation, operations } from '../operations/index.ts';
import type { Field } from '../parameters/fields.ts';
import { parsePastedJson } from '../parameters/pasted.ts';
import { flagName, PROGRAM } from './command-line.ts';
import type { Shell } from './shell-quoting.ts';
import { shellWords } from './shell-words.ts';

/** First words of a command: of a checkout, or installed. */
const BEGINNINGS = [PROGRAM.split(' '), ['fudebako']];

export function isCommand(text: string): boolean {
  const trimmed = text.trimStart().slice(0, COMMAND_LIMITS.beginning);
  return BEGINNINGS.some((words) => trimmed.startsWith(`${words.join(' ')} `));
}

/**
 * Reads an unvalidated recipe from a command, for `parseRecipe`. Ignores input and output files.
 * @throws FudebakoError `settingsTooLarge`, `commandUnreadable`; ParameterError; errors of `parsePastedJson`
 */
export function readCommandLine(text: string, shell: Shell = 'posix'): unknown {
  if (text.length > COMMAND_LIMITS.characters)
    throw new FudebakoError('settingsTooLarge', { megabytes: COMMAND_LIMITS.characters / 1e6 });
  const words = shellWords(text, shell);
  const beginning = BEGINNINGS.find((start) => start.every((word, index) => words[index] === word));
  if (!beginning) throw new FudebakoError('commandUnreadable');
  const [name, ...rest] = words.slice(beginning.length);
  if (name === 'run') return readRun(rest);
  const operation = findOperation(name ?? '');
  if (!operation) throw new ParameterError('operation', { options: operations.map(({ id }) => id) }, name);
  return [readStep(operation, rest)];
}

/** Reads `run '[…]' photo.jpg -o out.png`, with the recipe as JSON. */
function readRun([recipe = '']: readonly string[]): unknown {
  if (!/^\s*[[{]/.test(recipe)) throw new FudebakoError('commandUnreadable');
  return parsePastedJson(recipe);
}

const OUTPUT = ['-o', '--output'];

function readStep(operation: AnyOperation, words: readonly string[]): object {
  const params: Record<string, unknown> = Object.create(null);
  const inputs: Record<string, string | string[]> = Object.create(null);
  const flags = flagsOf(operation);
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    if (OUTPUT.includes(word)) index++;
    else if (word.startsWith('--')) {
      const flag = flags.get(word);
      if (!flag) throw new ParameterError(word, { problem: 'unknown' }, words[index + 1]);
      if ('value' in flag) params[flag.name] = flag.value;
      else {
        const value = words[++index];
        if (value === undefined) throw new ParameterError(word, { problem: 'required' }, undefined);
        if (flag.field) params[flag.name] = readValue(flag.field, value);
        else inputs[flag.name] = flag.isList ? [...(inputs[flag.name] ?? []), value] : value;
      }
    } else if (word.startsWith('-') && word.length > 1) throw new ParameterError(word, { problem: 'unknown' }, word);
    // All other words are input files.
  }
  return {
    operation: operation.id,
    params: { ...params },
    ...(Object.keys(inputs).length > 0 ? { inputs: { ...inputs } } : {}),
  };
}

type Flag = { readonly name: string } & (
  | { readonly value: boolean }
  | { readonly field: Field | undefined; readonly isList: boolean }
);

function flagsOf({ params, inputs }: AnyOperation): ReadonlyMap<string, Flag> {
  const flags = new Map<string, Flag>();
  for (const [name, input] of Object.entries(inputs)) {
    const isList = typeof input === 'object' && input.max !== undefined;
    flags.set(`--${flagName(name)}`, { name, field: undefined, isList });
  }
  for (const [name, field] of Object.entries(params)) {
    const flag = flagName(name);
    if (field.kind === 'toggle') {
      flags.set(`--${flag}`, { name, value: true });
      flags.set(`--no-${flag}`, { name, value: false });
    } else flags.set(`--${flag}`, { name, field, isList: false });
  }
  return flags;
}

const NUMBER = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:e[+-]?\d{1,3})?$/i;

/** Reads a flag's value. Returns invalid numbers as text, which `parseRecipe` then reports. */
function readValue(field: Field, text: string): unknown {
  if (field.kind === 'number') return NUMBER.test(text) ? Number(text) : text;
  return field.kind === 'list' || field.kind === 'group' ? parsePastedJson(text) : text;
}
