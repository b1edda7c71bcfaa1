import { baseName } from '#core/base/files.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { MaskWork } from './document.ts';
import { paintedBy, readsBase, unpackStroke } from './mask-strokes.ts';

export const maskName = ({ base, start }: MaskWork): string =>
  `${baseName(base?.name ?? start?.image?.name ?? 'untitled.png').replace(/_mask$/, '')}_mask.png`;

export function maskRecipe({ start, base, actions }: MaskWork): Recipe {
  if (!start) return [];
  const { image, width, height, gray } = start;
  const { strokes, selections, refine, grow, feather, invert } = paintedBy(actions);
  const edges = { ...(!refine && { refine }), ...(grow !== 0 && { grow }), ...(feather !== 0 && { feather }) };
  const painted = {
    ...(selections.length > 0 && { selections }),
    ...edges,
    strokes: strokes.map(unpackStroke),
    invert,
  };
  // A mask that is computed from an image, or from its colors, has the image's size.
  const isImageSize = readsBase(actions) && base?.width === width && base.height === height;
  if (image) return [{ operation: 'make-mask', params: painted }];
  return [{ operation: 'make-mask', params: isImageSize ? { gray, ...painted } : { width, height, gray, ...painted } }];
}

export const recipeInput = ({ start, base, actions }: MaskWork): string | undefined =>
  readsBase(actions) ? base?.name : start?.image?.name;
