import { ParameterError } from '../base/errors.ts';
import type { Size } from '../geometry/point.ts';
import { type CropCorners, cropCornersOf, cropRect } from '../image/crop.ts';
import { type PaddedSizeParameters, paddedSize } from '../image/pad/padded-size.ts';
import { type RotateParameters, rotatedSize } from '../image/rotate/rotated-size.ts';
import { type ScaleParameters, scaledSize } from '../image/scale.ts';
import { crop } from '../operations/crop.ts';
import { layer } from '../operations/layer.ts';
import { makeMask } from '../operations/make-mask.ts';
import { pad } from '../operations/pad.ts';
import { rotate } from '../operations/rotate.ts';
import { scale } from '../operations/scale.ts';
import { trim } from '../operations/trim.ts';
import { writeTexts } from '../operations/write-texts.ts';
import { parseField, parseParameters } from '../parameters/parse.ts';
import type { AdvancedText } from '../text/settings.ts';
import { drawnParameters, refitTop, textByFractions } from './refit-drawn.ts';
import type { MadeOn, ParsedStep, Recipe, RecipeStep } from './step.ts';

/** How a crop adapts to another aspect ratio: preserves its edges as fractions of the sides, or its aspect ratio. */
export type CropBy = NonNullable<MadeOn['cropBy']>;

/**
 * Adapts a recipe for images of size `from` to size `to`. If a scale step keeps the aspect ratio, its width and height
 * become a box to fit into. Texts, shapes and layers keep their relative position and size. Steps after a trim stay as
 * they are, because the size of a trimmed image depends on its content.
 */
export function refitRecipe(recipe: Recipe, from: Size, to: Size, cropBy: CropBy = 'fractions'): Recipe {
  let [was, is] = [from, to];
  const { known, rest } = splitAfterTrim(recipe);
  const fitted = known.map((step) => {
    const next = step.madeOn ? fitStep(step, is) : refitStep(step, was, is, cropBy);
    [was, is] = [sizeAfter([step], was), sizeAfter([next], is)];
    return next;
  });
  return [...fitted, ...rest];
}

/** Splits a recipe after its first trim. The size of the image is known only before the trim. */
function splitAfterTrim(recipe: Recipe): { readonly known: Recipe; readonly rest: Recipe } {
  const end = recipe.findIndex(({ operation }) => operation === trim.id) + 1 || recipe.length;
  return { known: recipe.slice(0, end), rest: recipe.slice(end) };
}

/** Adapts a step with `madeOn` to an image. The result has no `madeOn`. */
function fitStep({ madeOn, ...step }: RecipeStep, size: Size): RecipeStep {
  return madeOn ? refitStep(step, madeOn, size, madeOn.cropBy ?? 'fractions') : step;
}

/** Returns the parameters of a parsed step for an image. Without `madeOn`, the parameters don't depend on the image. */
export function paramsOn({ operation, params, inputs, madeOn }: ParsedStep, size: Size): Record<string, unknown> {
  if (!madeOn) return params;
  return { ...params, ...fitStep({ operation: operation.id, params, inputs, madeOn }, size).params };
}

const WITHOUT_CORNERS = parseParameters(crop.params, {});
const UNROTATED = parseParameters(rotate.params, {});

/** Returns the size of an image after a recipe. Only crop, pad, rotate, scale and masks change the size. */
export function sizeAfter(recipe: Recipe, size: Size): Size {
  return recipe.reduce((before, step) => {
    const { operation, params } = fitStep(step, before);
    if (operation === scale.id) return scaledSize(before, { keepAspect: false, ...params } as ScaleParameters);
    if (operation === rotate.id) return rotatedSize(before, { ...UNROTATED, ...params } as RotateParameters);
    if (operation === makeMask.id)
      return { width: Number(params?.width) || before.width, height: Number(params?.height) || before.height };
    if (operation === pad.id) return paddedSize(before, { ratio: '', ...params } as PaddedSizeParameters);
    if (operation !== crop.id) return before;
    const { width, height } = cropRect(cropCornersOf({ ...WITHOUT_CORNERS, ...params }, before), before);
    return width > 0 && height > 0 ? { width, height } : before;
  }, size);
}

function refitStep(step: RecipeStep, from: Size, to: Size, cropBy: CropBy): RecipeStep {
  if (from.width === to.width && from.height === to.height) return step;
  const { operation, params = {} } = step;
  if (operation === crop.id && isCorners(params))
    return { ...step, params: { ...params, ...refitCorners(params, from, to, cropBy) } };
  if (operation === scale.id && preservesAspectRatio(params, from))
    return { ...step, params: { ...params, keepAspect: true } };
  // If a layer step has its own bottom image, the recipe's image is the top layer.
  if (operation === layer.id && step.inputs?.top !== undefined && step.inputs.bottom === undefined)
    return (
      tryParameters(() => ({ ...step, params: refitTop({ ...params, ...readOffsets(params) }, from, to) })) ?? step
    );
  const drawn = tryParameters(() => drawnParameters[operation]?.(params, from, to));
  return drawn ? { ...step, params: { ...params, ...drawn } } : step;
}

function readOffsets({ offsetX, offsetY, scale }: Readonly<Record<string, unknown>>) {
  const { params } = layer;
  return {
    offsetX: parseField(params.offsetX, offsetX, 'offsetX') as number,
    offsetY: parseField(params.offsetY, offsetY, 'offsetY') as number,
    scale: parseField(params.scale, scale, 'scale') as number,
  };
}

/** Returns the result of `make`; `undefined` for invalid parameters, which the operation reports later. */
function tryParameters<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
}

/**
 * Converts a recipe made for an image of size `size` so that it fits images of every size. Positions of texts become
 * fractions. Steps with values in pixels state the size for which the values were chosen.
 */
export function recipeByFractions(recipe: Recipe, size: Size, cropBy?: CropBy): Recipe {
  let is = size;
  const { known, rest } = splitAfterTrim(recipe);
  const byFractions = known.map((step) => {
    const here = is;
    is = sizeAfter([step], is);
    if (step.operation !== writeTexts.id || step.madeOn) return step;
    const texts = tryParameters(
      () => parseField(writeTexts.params.texts, step.params?.texts, 'texts') as AdvancedText[],
    );
    return texts
      ? { ...step, params: { ...step.params, texts: texts.map((text) => textByFractions(text, here)) } }
      : step;
  });
  return recipeMadeOn([...byFractions, ...rest], size, cropBy);
}

/** Adds `madeOn` to each step whose parameters depend on the size of the image. */
export function recipeMadeOn(recipe: Recipe, size: Size, cropBy: CropBy = 'fractions'): Recipe {
  let is = size;
  const { known, rest } = splitAfterTrim(recipe);
  const marked = known.map((step) => {
    const here = is;
    is = sizeAfter([step], is);
    if (step.madeOn) return step;
    if (step.operation === scale.id) return refitStep(step, here, { width: here.width + 1, height: 1 }, cropBy);
    if (!dependsOnSize(step, here, cropBy)) return step;
    const { width, height } = here;
    return { ...step, madeOn: { width, height, ...(step.operation === crop.id && cropBy === 'ratio' && { cropBy }) } };
  });
  return [...marked, ...rest];
}

/** True if a step has other parameters on a larger or a smaller image. */
function dependsOnSize(step: RecipeStep, { width, height }: Size, cropBy: CropBy): boolean {
  const before = JSON.stringify(step);
  return [
    { width: width * 2, height: height * 3 },
    { width: Math.ceil(width / 2), height: Math.ceil(height / 3) },
  ].some((other) => JSON.stringify(refitStep(step, { width, height }, other, cropBy)) !== before);
}

export function refitCorners(corners: CropCorners, from: Size, to: Size, cropBy: CropBy): CropCorners {
  if (from.width === to.width && from.height === to.height) return corners;
  return cropBy === 'ratio' ? cornersByRatio(corners, from, to) : cornersByFractions(corners, from, to);
}

/** True for a crop by corner coordinates in pixels. Other crops don't depend on the image's size. */
const isCorners = (params: object): params is CropCorners =>
  ['topX', 'topY', 'bottomX', 'bottomY'].every((name) => typeof (params as Record<string, unknown>)[name] === 'number');

function cornersByFractions(corners: CropCorners, from: Size, to: Size): CropCorners {
  const rect = cropRect(corners, from);
  const [x1, x2] = within(rect.x, rect.x + rect.width, from.width, to.width);
  const [y1, y2] = within(rect.y, rect.y + rect.height, from.height, to.height);
  return { topX: x1, topY: y1, bottomX: x2, bottomY: y2 };
}

/** Scales a range of columns or rows from the old image to the new image. The result has at least one pixel. */
function within(start: number, end: number, side: number, other: number): [number, number] {
  const first = Math.min(other - 1, Math.round((start / side) * other));
  return [first, Math.max(first + 1, Math.round((end / side) * other))];
}

function cornersByRatio(corners: CropCorners, from: Size, to: Size): CropCorners {
  const rect = cropRect(corners, from);
  const ratio = rect.width / rect.height;
  if (!Number.isFinite(ratio) || ratio <= 0) return corners;
  const widest = (size: Size) => Math.min(size.width, size.height * ratio);
  const wanted = (rect.width / widest(from)) * widest(to);
  const width = Math.min(to.width, Math.max(1, Math.round(wanted)));
  const height = Math.min(to.height, Math.max(1, Math.round(wanted / ratio)));
  const topX = about((rect.x + rect.width / 2) / from.width, width, to.width);
  const topY = about((rect.y + rect.height / 2) / from.height, height, to.height);
  return { topX, topY, bottomX: topX + width, bottomY: topY + height };
}

/** Returns the start of a range of `length` pixels, centered at a fraction of the side and moved into the image. */
const about = (middle: number, length: number, side: number): number =>
  Math.min(side - length, Math.max(0, Math.round(middle * side - length / 2)));

/** True if a scale step's width and height, which the page always sets, have the image's aspect ratio when rounded. */
function preservesAspectRatio(params: Readonly<Record<string, unknown>>, from: Size): boolean {
  const { width, height, keepAspect, fit = 'fill' } = params;
  if (keepAspect || fit !== 'fill' || typeof width !== 'number' || typeof height !== 'number') return false;
  const proportional = [scaledSize(from, { width, keepAspect: true }), scaledSize(from, { height, keepAspect: true })];
  return proportional.some((size) => size.width === width && size.height === height);
}
