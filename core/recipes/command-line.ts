import { inputSpec } from '../operation.ts';
import { findOperation } from '../operations/index.ts';
import type { Recipe, RecipeStep } from './recipe.ts';
import { quotableJson, quoteWord, type Shell } from './shell-quoting.ts';

/** Returns the name of a parameter's flag: `top-x` for the parameter `topX`. */
export function flagName(parameter: string): string {
  return parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The command that starts Fudebako in a checkout; `npx fudebako` would download any package of that name. */
export const PROGRAM = 'node scripts/fudebako.mjs';

/**
 * Returns the command line of a recipe: the operation's own command for one step, `run` for several steps. Names of
 * input files follow `--`, so that no name is parsed as a flag.
 */
export function commandLine(
  recipe: Recipe,
  input: string | readonly string[] | undefined,
  output: string,
  shell: Shell = 'posix',
): string {
  const [step] = recipe;
  const result = ['-o', quoteFile(output, shell)];
  const together = step && recipe.length === 1 ? filesTogether(step) : [];
  const names = namesAfterFlags([...(input === undefined ? [] : [input].flat()), ...together], shell);
  // The flags of an operation can't state `madeOn`.
  if (step && recipe.length === 1 && !step.madeOn)
    return [PROGRAM, step.operation, ...result, ...inputFlags(step, shell), ...flags(step, shell), ...names].join(' ');
  return [PROGRAM, 'run', quoteWord(quotableJson(recipe), shell), ...result, ...names].join(' ');
}

const namesAfterFlags = (names: readonly string[], shell: Shell): string[] =>
  names.length === 0 ? [] : ['--', ...names.map((name) => quoteFile(name, shell))];

/** Returns the command line that runs a recipe, given as JSON with outputs, and writes the results to `folder`. */
export const commandOfOutputs = (
  recipe: readonly unknown[],
  input: string,
  folder: string,
  shell: Shell = 'posix',
): string =>
  [
    PROGRAM,
    'run',
    quoteWord(quotableJson(recipe), shell),
    '-o',
    quoteFile(folder, shell),
    ...namesAfterFlags([input], shell),
  ].join(' ');

/** Quotes a file name for a shell. A leading dash gets the prefix `./`, because `-` alone means standard input. */
const quoteFile = (name: string, shell: Shell) => quoteWord(name.startsWith('-') ? `./${name}` : name, shell);

const takesTogether = ({ operation }: RecipeStep, input: string) =>
  inputSpec(findOperation(operation)?.inputs[input] ?? 'file').together === true;

/** Returns the files of a step's input that takes all files of a command together, without a flag. */
const filesTogether = (step: RecipeStep) =>
  Object.entries(step.inputs ?? {}).flatMap(([name, files]) => (takesTogether(step, name) ? [files].flat() : []));

function inputFlags(step: RecipeStep, shell: Shell): string[] {
  return Object.entries(step.inputs ?? {}).flatMap(([name, files]) =>
    (takesTogether(step, name) ? [] : [files].flat()).flatMap((file) => [
      `--${flagName(name)}`,
      quoteFile(file, shell),
    ]),
  );
}

/** Returns the command line of an operation whose input files are all given by flags. */
export function commandOfInputs(step: RecipeStep, output: string, shell: Shell = 'posix'): string {
  const files = [...inputFlags(step, shell), '-o', quoteFile(output, shell)];
  return [PROGRAM, step.operation, ...files, ...flags(step, shell)].join(' ');
}

function flags({ operation, params = {} }: RecipeStep, shell: Shell): string[] {
  const fields = findOperation(operation)?.params ?? {};
  return Object.entries(params).flatMap(([name, value]) => {
    const flag = `--${flagName(name)}`;
    if (value === undefined) return [];
    if (fields[name]?.kind === 'toggle') return value ? [flag] : [`--no-${flagName(name)}`];
    return [flag, quoteWord(typeof value === 'object' ? quotableJson(value) : String(value), shell)];
  });
}
