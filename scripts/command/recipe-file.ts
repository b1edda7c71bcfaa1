import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ParameterError } from '#core/base/errors.ts';
import { type ParsedStep, parseRecipe } from '#core/recipes/recipe.ts';
import { describeError, UsageError } from './errors.ts';
import { parseJson, readJsonFile } from './flags.ts';
import type { CommandWords } from './words.ts';

/** The steps of a recipe's file; the files that they name lie where the recipe lies. The page writes commands with the recipe in them. */
export function readRecipe(path: string, words: CommandWords): ParsedStep[] {
  const isWritten = /^\s*[[{]/.test(path) && !existsSync(path);
  const json = isWritten ? parseJson(path, 'recipe', words) : readJsonFile(path, 'recipe', words);
  const folder = isWritten ? '.' : dirname(path);
  try {
    const steps = parseRecipe(json);
    if (steps.length === 0) throw new ParameterError('[0]', { problem: 'required' }, undefined);
    const locate = (name: string) => resolve(folder, name);
    return steps.map((step) => ({
      ...step,
      inputs: Object.fromEntries(
        Object.entries(step.inputs).map(([name, files]) => [
          name,
          typeof files === 'string' ? locate(files) : files.map(locate),
        ]),
      ),
    }));
  } catch (error) {
    if (error instanceof ParameterError) throw new UsageError(`${path}: ${describeError(error, words)}`);
    throw error;
  }
}
