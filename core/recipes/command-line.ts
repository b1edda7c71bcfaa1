import { findOperation } from '../operations/index.ts';
import type { Recipe, RecipeStep } from './recipe.ts';
import { quotableJson, quoteWord, type Shell } from './shell-quoting.ts';

/** `topX` → `top-x`: the flag of a parameter, and back by the same rule. */
export function flagName(parameter: string): string {
  return parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The command as a checkout has it, from its folder. `npx fudebako` would fetch whatever is
 * registered under that name, which is not ours.
 */
export const PROGRAM = 'node scripts/fudebako.mjs';

/**
 * The command that does to a file what a recipe does: one step as its own command, several as
 * a recipe.
 *
 * @param input nothing where the first step makes its picture from what it names, or from nothing
 * @param shell what it is to be pasted into
 */
export function commandLine(
  recipe: Recipe,
  input: string | readonly string[] | undefined,
  output: string,
  shell: Shell = 'posix',
): string {
  const [step] = recipe;
  const inputs = input === undefined ? [] : [input].flat();
  const files = [...inputs.map((name) => quoteFile(name, shell)), '-o', quoteFile(output, shell)];
  if (step && recipe.length === 1)
    return [PROGRAM, step.operation, ...files, ...inputFlags(step, shell), ...flags(step, shell)].join(' ');
  return [PROGRAM, 'run', quoteWord(quotableJson(recipe), shell), ...files].join(' ');
}

/** A name that begins as a flag does is one to the command. */
const quoteFile = (name: string, shell: Shell) => quoteWord(name.startsWith('-') ? `./${name}` : name, shell);

/** A flag for each file that a step names; several of one input are said one by one. */
function inputFlags({ inputs = {} }: RecipeStep, shell: Shell): string[] {
  return Object.entries(inputs).flatMap(([name, files]) =>
    [files].flat().flatMap((file) => [`--${flagName(name)}`, quoteFile(file, shell)]),
  );
}

/** The command of an operation whose inputs each have a flag of their own, as the step names them. */
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
