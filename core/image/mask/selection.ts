import { FudebakoError } from '../../base/errors.ts';
import type { Raster } from '../../base/raster.ts';
import type { Point, Size } from '../../geometry/point.ts';
import { flatMask, type GrayMask, maskFromRaster } from './gray-mask.ts';
import { ellipseMask, lassoMask, rectMask } from './outlines.ts';
import { featherMask, growMask } from './soften.ts';
import type { Stroke } from './strokes.ts';
import { type Box, subjectMask } from './subject.ts';
import { wandMask } from './wand.ts';

/** A selection in mask pixels. Which fields are required depends on the kind of selection. */
export interface Selection extends Partial<Box>, Partial<Point> {
  readonly kind: 'subject' | 'wand' | 'rect' | 'ellipse' | 'lasso';
  /** Ways to combine a selection with the mask. On an inverted mask, `add-outside` is equivalent to `intersect`. */
  readonly combine: 'add' | 'subtract' | 'intersect' | 'add-outside';
  readonly tolerance: number;
  readonly contiguous: boolean;
  readonly points: readonly Point[];
}

/** The selections of a mask, with growing and feathering of their edges. */
export interface Selected {
  readonly selections: readonly Selection[];
  /** Strokes with the tools `keep` and `hide`, which mark parts of a subject and its background. */
  readonly hints: readonly Stroke[];
  readonly refine: boolean;
  /** Distance in pixels by which selections grow; negative to shrink. */
  readonly grow: number;
  /** Standard deviation in pixels of the blur that feathers selections. */
  readonly feather: number;
}

/** True if a selection depends on the colors of the image. */
export const readsColors = ({ kind }: Pick<Selection, 'kind'>): boolean => kind === 'subject' || kind === 'wand';

/**
 * Combines the selections in order with the initial mask, then grows and feathers. The initial mask is the luminance;
 * flat gray without an image, or if a selection depends on colors. Throws FudebakoError `imageRequired`,
 * `pointOutside`, and the errors of `subjectMask`.
 */
export function selectMask(size: Size, image: Raster | undefined, gray: number, selected: Selected): GrayMask {
  const { selections, hints, refine, grow, feather } = selected;
  const isLuminance = image && !selections.some(readsColors);
  const mask = isLuminance ? maskFromRaster(image) : flatMask(size.width, size.height, gray);
  for (const selection of selections)
    combine(mask, selectedPixels(size, image, selection, { hints, refine }), selection.combine);
  growMask(mask, grow);
  featherMask(mask, feather);
  return mask;
}

type Hints = Pick<Selected, 'hints' | 'refine'>;

function selectedPixels(size: Size, image: Raster | undefined, selection: Selection, options: Hints): GrayMask {
  const {
    kind,
    left = 0,
    top = 0,
    right = 0,
    bottom = 0,
    x = 0,
    y = 0,
    tolerance,
    contiguous,
    points,
    unit,
  } = selection;
  const box = { unit, left, top, right, bottom };
  switch (kind) {
    case 'rect':
      return rectMask(size, box);
    case 'ellipse':
      return ellipseMask(size, box);
    case 'lasso':
      return lassoMask(size, points);
  }
  if (!image) throw new FudebakoError('imageRequired');
  return kind === 'wand' ? wandMask(image, { x, y, tolerance, contiguous }) : subjectMask(image, box, options);
}

function combine({ data }: GrayMask, { data: selected }: GrayMask, how: Selection['combine']): void {
  for (let pixel = 0; pixel < data.length; pixel++) {
    const [level, inside] = [data[pixel] as number, selected[pixel] as number];
    const operand = how === 'add' || how === 'intersect' ? inside : 255 - inside;
    data[pixel] = how === 'add' || how === 'add-outside' ? Math.max(level, operand) : Math.min(level, operand);
  }
}
