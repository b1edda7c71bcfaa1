import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { FudebakoError, ParameterError } from '#core/base/errors.ts';
import { SETTINGS_LIMITS } from '#core/base/outside-limits.ts';
import { TextPieces } from '#core/base/text-pieces.ts';
import { readRecipeLink } from '#core/recipes/link.ts';
import { needsWidth, type Output, splitOutputs } from '#core/recipes/outputs.ts';
import { type ParsedStep, parseRecipe } from '#core/recipes/recipe.ts';
import { readRecipeForm } from '#core/recipes/recipe-form.ts';
import { hasRecipeFragment } from '#core/recipes/recipe-fragment.ts';
import { isShellPipe } from '../../platform/outside-file.ts';
import { readStandardInput, STDIO } from '../../platform/standard-streams.ts';
import type { CommandWords } from '../base/environment.ts';
import { describeError, UsageError } from '../base/errors.ts';
import type { Config } from './config.ts';
import { parseJson, readJsonText } from './flags.ts';
import { placeText } from './json-place.ts';
import type { TextOptions } from './text-encoding.ts';

/** Steps of a recipe, and the outputs that its last step lists. */
export interface ReadRecipe {
  readonly steps: ParsedStep[];
  readonly outputs: readonly Output[] | undefined;
}

export interface RecipeOptions {
  /** True if table rows will add missing values to the recipe; see `parseRecipe`. */
  readonly isBase?: boolean;
  /** True if the flag `--widths` scales the result. */
  readonly hasWidths?: boolean;
  readonly config?: Config | undefined;
  readonly text: TextOptions;
}

/**
 * Reads a recipe from a file, inline JSON, a link from the page, a name in the config file, or `-` for stdin. Paths are relative to the
 * recipe or config file, otherwise to the working folder. Throws UsageError with line and column.
 */
export async function readRecipe(
  path: string,
  words: CommandWords,
  { isBase = false, hasWidths = false, config, text }: RecipeOptions,
): Promise<ReadRecipe> {
  const source = await findRecipe(path, config, words, text);
  let outputs: readonly Output[] | undefined;
  let place = source.below;
  try {
    const form = readRecipeForm(source.json);
    place = joinPaths(source.below, form.path);
    const split = splitOutputs(form.steps);
    outputs = split.outputs;
    const steps = parseRecipe(split.recipe, isBase);
    if (steps.length === 0 && !outputs) throw new ParameterError('[0]', { problem: 'required' }, undefined);
    const locate = (name: string) => resolve(source.folder, name);
    return { steps: steps.map((step) => withInputs(step, locate)), outputs };
  } catch (error) {
    if (!(error instanceof ParameterError) && !(error instanceof FudebakoError && error.code === 'recipeVersion'))
      throw error;
    const at = joinPaths(place, error instanceof ParameterError ? error.path : 'version');
    const isSizeless = error instanceof ParameterError && error.limits.alternatives?.includes('longEdge');
    const hint =
      isSizeless && (hasWidths || (outputs && needsWidth(outputs)))
        ? ' Or remove the step: the widths scale the image.'
        : '';
    throw new UsageError(`${source.name}: ${describeError(error, words)}${hint}${placeText(source.text, at)}`);
  }
}

const joinPaths = (path: string, below: string) =>
  path === '' || below === '' || below.startsWith('[') || below === '.' ? `${path}${below}` : `${path}.${below}`;

interface RecipeSource {
  readonly json: unknown;
  /** Text of the file or argument that contains the recipe. `below` is the recipe's path in that JSON text. */
  readonly text: string;
  readonly below: string;
  readonly name: string;
  readonly folder: string;
}

async function findRecipe(
  path: string,
  config: Config | undefined,
  words: CommandWords,
  options: TextOptions,
): Promise<RecipeSource> {
  if (path === STDIO) {
    const text = await readStandardRecipe(words, options);
    return { json: parseJson(text, 'recipe', words), text, below: '', name: 'recipe', folder: '.' };
  }
  if (hasRecipeFragment(path) && !existsSync(path)) return readLink(path, words);
  if (/^https?:/i.test(path) && !existsSync(path))
    throw new UsageError('The link contains no recipe. Use a link that “Copy link” in the page has made.');
  if (/^\s*[[{]/.test(path) && !existsSync(path))
    return { json: parseJson(path, 'recipe', words), text: path, below: '', name: path, folder: '.' };
  if (config && !existsSync(path)) {
    const named = Object.hasOwn(config.recipes, path) ? config.recipes[path] : undefined;
    const folder = dirname(config.path);
    if (typeof named === 'string') return readFile(join(folder, named), words, options);
    if (named !== undefined)
      return { json: named, text: config.text, below: `recipes.${path}`, name: `${config.path}: ${path}`, folder };
    if (!/[./\\]/.test(path)) {
      const names = Object.keys(config.recipes).join(', ');
      throw new UsageError(`${path}: No such recipe. ${config.path} has ${names || 'no recipes'}.`);
    }
  }
  return readFile(path, words, options);
}

async function readLink(link: string, words: CommandWords): Promise<RecipeSource> {
  try {
    const json = await readRecipeLink(link);
    return { json, text: JSON.stringify(json), below: '', name: 'link', folder: '.' };
  } catch (error) {
    if (error instanceof FudebakoError) throw new UsageError(`link: ${describeError(error, words)}`);
    throw error;
  }
}

function readFile(path: string, words: CommandWords, options: TextOptions): RecipeSource {
  const text = readJsonText(path, 'recipe', words, options);
  const json = parseJson(text, `recipe: ${path}`, words);
  return { json, text, below: '', name: path, folder: isShellPipe(path) ? '.' : dirname(path) };
}

async function readStandardRecipe(words: CommandWords, options: TextOptions): Promise<string> {
  const pieces: string[] = [];
  try {
    await readStandardInput(
      SETTINGS_LIMITS.size,
      (piece) => void pieces.push(piece),
      new TextPieces(options('recipe')),
    );
  } catch (error) {
    throw new UsageError(`recipe: ${describeError(error, words)}`);
  }
  return pieces.join('');
}

/** Returns a step whose input files have the names that `rename` returns. */
export function withInputs<Step extends Pick<ParsedStep, 'inputs'>>(
  step: Step,
  rename: (file: string) => string,
): Step {
  const inputs = Object.entries(step.inputs).map(([name, files]) => [
    name,
    typeof files === 'string' ? rename(files) : files.map(rename),
  ]);
  return { ...step, inputs: Object.fromEntries(inputs) };
}
