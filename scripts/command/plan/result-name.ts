import { statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { ParameterError } from '#core/base/errors.ts';
import { extensionOf } from '#core/base/files.ts';
import { type NameParts, type NamePattern, nameAfter, stemAfter } from '#core/base/name-pattern.ts';
import { safeFolder } from '#core/base/safe-names.ts';
import type { Size } from '#core/geometry/point.ts';
import { headerError } from '#core/image/codecs/decode.ts';
import { imageFormatOf, outputFormats } from '#core/image/formats/output-formats.ts';
import { needsWidth, type Output } from '#core/recipes/outputs.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { sizeAfter } from '#core/recipes/refit.ts';
import { refuseLossyName } from '../../platform/outside-file.ts';
import { STDIO } from '../../platform/standard-streams.ts';
import type { CommandStep } from '../base/environment.ts';
import { UsageError } from '../base/errors.ts';
import { isField, type PathPattern } from '../parse/name-pattern.ts';
import type { Request } from '../parse/request.ts';
import { headerOf } from './source-header.ts';

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
const unpredictableStep = (steps: readonly CommandStep[], hasImage: boolean): CommandStep | undefined =>
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
  image: string | undefined,
): string {
  if (!namePattern) return join(parts.dir, `${parts.name}.${parts.ext}`);
  const { needsSize, folders, file, placesFolders } = namePattern;
  const size = needsSize && image !== undefined ? resultSize(image, steps, width) : { width: 0, height: 0 };
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

/** Rejects outputs whose names can't be determined before the run. Throws UsageError. */
export function checkManyOutputs(request: Request, outputs: readonly Output[]): void {
  const { steps, rows, paths, output, subject } = request;
  if (subject?.together) throw new UsageError(`${steps[0]?.operation.id} makes one output of all files.`);
  if (output !== 'image') throw new UsageError('Several outputs need an operation that makes an image.');
  if (rows) return;
  if (paths.length === 0) throw new UsageError('Several outputs need at least one file or folder.');
  const unpredictable = needsWidth(outputs) ? unpredictableStep(steps, true) : undefined;
  if (unpredictable) throw unknownSize(unpredictable);
}

/** Rejects widths of a table row's outputs if the result's size can't be determined before the run. */
export function checkSizeOfRow(steps: readonly CommandStep[], image: string | undefined): void {
  const unpredictable = image === undefined ? steps[0] : unpredictableStep(pipedSteps(steps), true);
  if (unpredictable) throw unknownSize(unpredictable);
}

/** Returns steps of which the first receives its image like a step after another step. */
export function pipedSteps([first, ...others]: readonly CommandStep[]): readonly CommandStep[] {
  if (!first) return [];
  const { image: _, ...inputs } = first.inputs;
  return [{ ...first, inputs }, ...others];
}

const unknownSize = ({ operation }: CommandStep) =>
  new UsageError(`The output size of ${operation.id} is unknown in advance; remove the widths of the outputs.`);

export interface Target {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Decides whether `-o` is a file or folder: by an existing path, then by a final slash, then by the extension. */
export function resolveTarget(request: Request): Target {
  const { target, output, extensions, otherExtensions = [], encoding } = request;
  if (!target) throw new ParameterError('--output', { problem: 'required' }, undefined);
  refuseLossyName(target);
  if (target === STDIO) return standardTarget(request);
  const isFolder = isDirectory(target);
  if (isFolder || target.endsWith('/') || target.endsWith(sep)) return { path: target, isFolder: true };
  const isBatch = hasManyResults(request);
  const extension = extensionOf(basename(target));
  if (isBatch || request.outputs) {
    if (isFolder === undefined && !canWrite(output, extensions, extension)) return { path: target, isFolder: true };
    const many = request.outputs ? 'Several outputs' : request.rows ? 'Table rows' : 'Several inputs';
    throw new UsageError(`${many} need an output folder; ${target} is a file.`);
  }
  if (extension === '' && isFolder === undefined) return { path: target, isFolder: true };
  if (!canWrite(output, extensions, extension)) {
    const known = new Set([...(output === 'image' ? outputFormats : extensions), ...otherExtensions]);
    throw new UsageError(
      `${target}: Unsupported extension. Use .${[...known].join(', .')}; end the name of a folder with a slash.`,
    );
  }
  const format = imageFormatOf(extension);
  if (output === 'image' && encoding.fromFlags.format && encoding.fromFlags.format !== format)
    throw new UsageError(`--format ${encoding.fromFlags.format} can't be combined with ${target}.`);
  return { path: target, isFolder: false };
}

/** True if each file or row of the request has its own result. */
const hasManyResults = ({ paths, rows, subject }: Request) =>
  rows !== undefined ||
  (!subject?.together && (paths.length > 1 || (paths[0] !== undefined && isDirectory(paths[0]) === true)));

function standardTarget(request: Request): Target {
  const { rows, outputs } = request;
  if (outputs) throw new UsageError('Several outputs need an output folder; stdout takes one result.');
  if (hasManyResults(request))
    throw new UsageError(`${rows ? 'Table rows' : 'Several inputs'} need an output folder; stdout takes one result.`);
  return { path: STDIO, isFolder: false };
}

export const isDirectory = (path: string): boolean | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory();

function canWrite(output: Request['output'], extensions: readonly string[], extension: string): boolean {
  return output === 'image' ? imageFormatOf(extension) !== undefined : extensions.includes(extension);
}
