import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ParameterError } from '#core/base/errors.ts';
import { SETTINGS_LIMITS } from '#core/base/outside-limits.ts';
import { type Output, splitOutputs } from '#core/recipes/outputs.ts';
import { type ParsedStep, parseRecipe } from '#core/recipes/recipe.ts';
import { isShellPipe } from '../platform/outside-file.ts';
import { readStandardInput, STDIO } from '../platform/standard-streams.ts';
import { describeError, UsageError } from './errors.ts';
import { parseJson, readJsonFile } from './flags.ts';
import type { CommandWords } from './words.ts';

/** A recipe's steps, and the outputs that its last step lists. */
export interface ReadRecipe {
  readonly steps: ParsedStep[];
  readonly outputs: readonly Output[] | undefined;
}

/**
 * Reads a recipe. Paths in a recipe file are relative to that file; paths in inline JSON, from stdin or
 * from `<(…)` are relative to the working folder.
 *
 * @param path `-` for stdin
 * @param isBase whether table rows complete the recipe; see `parseRecipe`
 * @throws UsageError
 */
export async function readRecipe(path: string, words: CommandWords, isBase = false): Promise<ReadRecipe> {
  const isStandard = path === STDIO;
  const isWritten = isStandard || (/^\s*[[{]/.test(path) && !existsSync(path));
  const text = isStandard ? await readStandardRecipe(words) : path;
  const json = isWritten ? parseJson(text, 'recipe', words) : readJsonFile(path, 'recipe', words);
  const folder = isWritten || isShellPipe(path) ? '.' : dirname(path);
  try {
    const { recipe, outputs } = splitOutputs(json);
    const steps = parseRecipe(recipe, isBase);
    if (steps.length === 0 && !outputs) throw new ParameterError('[0]', { problem: 'required' }, undefined);
    const locate = (name: string) => resolve(folder, name);
    const located = steps.map((step) => ({
      ...step,
      inputs: Object.fromEntries(
        Object.entries(step.inputs).map(([name, files]) => [
          name,
          typeof files === 'string' ? locate(files) : files.map(locate),
        ]),
      ),
    }));
    return { steps: located, outputs };
  } catch (error) {
    if (error instanceof ParameterError)
      throw new UsageError(`${isStandard ? 'recipe' : path}: ${describeError(error, words)}`);
    throw error;
  }
}

async function readStandardRecipe(words: CommandWords): Promise<string> {
  const pieces: string[] = [];
  try {
    await readStandardInput(SETTINGS_LIMITS.size, (piece) => void pieces.push(piece));
  } catch (error) {
    throw new UsageError(`recipe: ${describeError(error, words)}`);
  }
  return pieces.join('');
}
