import { statSync } from 'node:fs';
import { FudebakoError } from '#core/base/errors.ts';
import {
  NAME_FIELDS,
  type NameParts,
  type NamePattern,
  NamePatternError,
  type NamePatternProblem,
  nameAfter,
  parseNamePattern,
} from '#core/base/name-pattern.ts';
import type { Size } from '#core/geometry/point.ts';
import { notAPicture } from '#core/image/codecs/decode.ts';
import { sniffPicture } from '#core/image/codecs/header.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { sizeAfter } from '#core/recipes/refit.ts';
import { UsageError } from './errors.ts';
import type { CommandStep } from './job.ts';
import { headerOf } from './source-header.ts';

const sentences: Readonly<Record<NamePatternProblem['kind'], (text: string) => string>> = {
  field: (text) => `Unknown field ${text}. Use ${NAME_FIELDS.map((name) => `{${name}}`).join(', ')}.`,
  digits: (text) => `${text}: Only numbers can be zero-padded, as in {index:03}.`,
  brace: (text) => `Unmatched ${text}. Double it to print it.`,
  character: (text) => `A file name can't contain ${text}.`,
  length: (text) => `The pattern can have at most ${text} characters.`,
};

/**
 * Parses `--name`.
 * @throws UsageError
 */
export function readNamePattern(pattern: string): NamePattern {
  try {
    return parseNamePattern(pattern);
  } catch (error) {
    if (!(error instanceof NamePatternError)) throw error;
    const { kind, text } = error.problem;
    throw new UsageError(`--name: ${sentences[kind](text)}`);
  }
}

/** Operations whose result size follows from the size of the input. */
const PREDICTABLE_SIZE: readonly string[] = ['convert', 'crop', 'rotate', 'scale', 'adjust-color', 'blur-sharpen'];

/**
 * Refuses a pattern with sizes for a recipe whose result size is unknown before it runs.
 * @throws UsageError
 */
export function checkNamePattern({ needsSize }: NamePattern, steps: readonly CommandStep[], output: string): void {
  const unpredictable = steps.find(({ operation }) => !PREDICTABLE_SIZE.includes(operation.id));
  if (needsSize && (unpredictable || output !== 'image'))
    throw new UsageError(
      `--name: The output size of ${unpredictable?.operation.id ?? 'this recipe'} is unknown in advance; remove {width} and {height}.`,
    );
}

/**
 * Returns the file name of a result: by the pattern, or the name of the source with the extension of the result.
 * @param picture path of the source, whose header gives the result size
 * @throws FudebakoError if the pattern needs the size and the source is not an image
 */
export function resultName(
  { namePattern, steps }: { readonly namePattern?: NamePattern | undefined; readonly steps: readonly CommandStep[] },
  parts: Omit<NameParts, keyof Size>,
  picture: string | undefined,
): string {
  if (!namePattern) return `${parts.name}.${parts.ext}`;
  const size = namePattern.needsSize && picture !== undefined ? resultSize(picture, steps) : { width: 0, height: 0 };
  return nameAfter(namePattern, { ...parts, ...size });
}

function resultSize(path: string, steps: readonly CommandStep[]): Size {
  const { header, start } = headerOf(path, statSync(path).size);
  if (!header) throw sniffPicture(start) ? new FudebakoError('imageLoad', { reason: 'damaged' }) : notAPicture(start);
  const { width, height, orientation } = header;
  const upright = orientation > 4 ? { width: height, height: width } : { width, height };
  const recipe: Recipe = steps.map(({ operation, params }) => ({ operation: operation.id, params }) as RecipeStep);
  return sizeAfter(recipe, upright);
}
