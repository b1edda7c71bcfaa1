import { statSync } from 'node:fs';
import { join, sep } from 'node:path';
import {
  NAME_FIELDS,
  type NameParts,
  type NamePattern,
  NamePatternError,
  type NamePatternProblem,
  nameAfter,
  parseNamePattern,
  stemAfter,
} from '#core/base/name-pattern.ts';
import { safeFolder } from '#core/base/safe-names.ts';
import type { Size } from '#core/geometry/point.ts';
import { headerError } from '#core/image/codecs/decode.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { sizeAfter } from '#core/recipes/refit.ts';
import { UsageError } from './errors.ts';
import type { CommandStep } from './job.ts';
import { headerOf } from './source-header.ts';

const sentences: Readonly<Record<NamePatternProblem['kind'], (text: string) => string>> = {
  field: (text) => `Unknown field ${text}. Use ${PATH_FIELDS.map((name) => `{${name}}`).join(', ')}.`,
  digits: (text) => `${text}: Only numbers can be zero-padded, as in {index:03}.`,
  brace: (text) => `Unmatched ${text}. Type it twice to use it as text.`,
  character: (text) => `A file name can't contain ${text}.`,
  length: (text) => `The pattern can have at most ${text} characters.`,
};

/** A pattern for a path in the output folder, as one pattern per folder and one for the file name. */
export interface PathPattern {
  readonly folders: readonly NamePattern[];
  readonly file: NamePattern;
  /** True if the pattern sets the result's folder. Otherwise, the result has the same folder as its input. */
  readonly placesFolders: boolean;
  readonly needsSize: boolean;
}

/** Parses `--name`. Slashes separate folders. Throws UsageError. */
export function readNamePattern(pattern: string): PathPattern {
  try {
    const parts = pattern.split('/').map((part, index, all) => {
      // Rejects an empty segment, `.` and `..`, which are not names of subfolders.
      if (/^\.{0,2}$/.test(part) && index < all.length - 1)
        throw new NamePatternError({ kind: 'character', text: '/' });
      return parseNamePattern(part, PATH_FIELDS);
    });
    const [file, folders] = [parts.at(-1) as NamePattern, parts.slice(0, -1)];
    const placesFolders = parts.some(({ pieces }) => pieces.some((piece) => isField(piece, 'dir')));
    return { folders, file, placesFolders, needsSize: parts.some(({ needsSize }) => needsSize) };
  } catch (error) {
    if (!(error instanceof NamePatternError)) throw error;
    const { kind, text } = error.problem;
    throw new UsageError(`--name: ${sentences[kind](text)}`);
  }
}

const PATH_FIELDS = [...NAME_FIELDS, 'dir'] as const;

const isField = (piece: NamePattern['pieces'][number], field: string) =>
  typeof piece === 'object' && piece.field === field;

/** Operations whose result size can be computed from the size of the input. */
const PREDICTABLE_SIZE: readonly string[] = [
  'convert',
  'crop',
  'rotate',
  'scale',
  'pad',
  'adjust-color',
  'blur-sharpen',
  'redact',
];

/** Rejects a pattern with sizes if the recipe's result size is unknown before the run. Throws UsageError. */
export function checkNamePattern(
  { needsSize }: PathPattern,
  steps: readonly CommandStep[],
  output: string,
  hasImage: boolean,
): void {
  const unpredictable = unpredictableStep(steps, hasImage);
  if (needsSize && (unpredictable || output !== 'image'))
    throw new UsageError(
      `--name: The output size of ${unpredictable?.operation.id ?? 'this recipe'} is unknown in advance; remove {width} and {height}.`,
    );
}

const drawsOnImage = ({ inputs }: CommandStep) => inputs.image === undefined;

/** Functions by operation: true if a step that receives an image keeps the image's size. */
const KEEPS_SIZE: Readonly<Record<string, (step: CommandStep) => boolean>> = {
  'draw-shapes': drawsOnImage,
  'write-texts': drawsOnImage,
  'write-horizontal': drawsOnImage,
  'write-vertical': drawsOnImage,
  layer: ({ inputs: { top, bottom }, params: { view } }) =>
    top !== undefined && bottom === undefined && view === 'combined',
};

/** Returns the first step whose result size is unknown before the run. `hasImage`: the first step receives an image. */
export const unpredictableStep = (steps: readonly CommandStep[], hasImage: boolean): CommandStep | undefined =>
  steps.find(
    (step) => !PREDICTABLE_SIZE.includes(step.operation.id) && !(hasImage && KEEPS_SIZE[step.operation.id]?.(step)),
  );

interface NamedResult {
  readonly namePattern?: PathPattern | undefined;
  readonly steps: readonly CommandStep[];
  readonly width?: number | undefined;
}

/** Returns a result's path from the pattern, or else from the source's name. Throws the errors of `resultSize`. */
export function resultName(
  { namePattern, steps, width }: NamedResult,
  parts: Omit<NameParts, keyof Size> & { readonly dir: string },
  picture: string | undefined,
): string {
  if (!namePattern) return join(parts.dir, `${parts.name}.${parts.ext}`);
  const { needsSize, folders, file, placesFolders } = namePattern;
  const size = needsSize && picture !== undefined ? resultSize(picture, steps, width) : { width: 0, height: 0 };
  const all = { ...parts, ...size };
  const named = folders.map((folder) => folderAfter(folder, all));
  // If `{dir}` is part of a file name, hyphens replace the slashes of the folder's path: `a/b` becomes `a-b`.
  const name = nameAfter(file, { ...all, dir: flat(parts.dir) });
  return join(placesFolders ? '' : parts.dir, ...named, name);
}

/** Returns the folder for a pattern's segment. `{dir}` alone becomes all folders of the input. */
function folderAfter(pattern: NamePattern, parts: NameParts & { readonly dir: string }): string {
  const [piece, ...others] = pattern.pieces;
  if (piece !== undefined && others.length === 0 && isField(piece, 'dir')) return safeFolder(parts.dir);
  return stemAfter(pattern, { ...parts, dir: flat(parts.dir) }) || '_';
}

const flat = (dir: string) => dir.split(sep).join('-');

/** Computes a result's size from the source file's header. Throws FudebakoError. */
export function resultSize(path: string, steps: readonly CommandStep[], scaledWidth?: number): Size {
  const { header, start } = headerOf(path, statSync(path).size);
  if (!header) throw headerError(start);
  const { width, height, orientation } = header;
  const upright = orientation > 4 ? { width: height, height: width } : { width, height };
  const recipe: Recipe = steps.map((step) => ({ ...step, operation: step.operation.id }) as RecipeStep);
  const scaling: Recipe =
    scaledWidth === undefined ? [] : [{ operation: 'scale', params: { width: scaledWidth, withoutEnlargement: true } }];
  return sizeAfter([...recipe, ...scaling], upright);
}
