import { findOperation } from './operations/index.ts';
import type { Recipe, RecipeStep } from './recipe.ts';

/** `topX` → `top-x`: the flag of a parameter, and back by the same rule. */
export function flagName(parameter: string): string {
  return parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const PROGRAM = 'npx fudebako';

/** For a POSIX shell. */
const quote = (word: string) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/**
 * The command that does to a file what a recipe does: one step as its own command, several by way
 * of a recipe file.
 *
 * @param input nothing where the first step makes its picture from what it names, or from nothing
 */
export function commandLine(recipe: Recipe, input: string | undefined, output: string): string {
  const [step] = recipe;
  const files = [...(input === undefined ? [] : [quote(input)]), '-o', quote(output)];
  if (step && recipe.length === 1)
    return [PROGRAM, step.operation, ...files, ...inputFlags(step), ...flags(step)].join(' ');
  const json = JSON.stringify(recipe);
  return `echo ${quote(json)} > recipe.json && ${[PROGRAM, 'run', 'recipe.json', ...files].join(' ')}`;
}

/** A flag for each file that a step names; several of one input are said one by one. */
function inputFlags({ inputs = {} }: RecipeStep): string[] {
  return Object.entries(inputs).flatMap(([name, files]) =>
    [files].flat().flatMap((file) => [`--${flagName(name)}`, quote(file)]),
  );
}

/** The command of an operation whose inputs each have a flag of their own, as the step names them. */
export function commandOfInputs(step: RecipeStep, output: string): string {
  const inputs = Object.entries(step.inputs ?? {}).flatMap(([name, value]) =>
    [value].flat().flatMap((file) => [`--${flagName(name)}`, quote(file)]),
  );
  return [PROGRAM, step.operation, ...inputs, '-o', quote(output), ...flags(step)].join(' ');
}

function flags({ operation, params = {} }: RecipeStep): string[] {
  const fields = findOperation(operation)?.params ?? {};
  return Object.entries(params).flatMap(([name, value]) => {
    const flag = `--${flagName(name)}`;
    if (value === undefined) return [];
    if (fields[name]?.kind === 'toggle') return value ? [flag] : [`--no-${flagName(name)}`];
    return [flag, quote(typeof value === 'object' ? JSON.stringify(value) : String(value))];
  });
}
