import type { PlacedBox } from '#app/ui/editing/snapping.ts';
import { boxCenter, boxHeight, boxWidth, rotatedBounds, wholeImage } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { type LayerParameters, topBox } from '#core/image/layer.ts';
import { layer } from '#core/operations/layer.ts';
import { roundToDigits } from '#core/parameters/parse.ts';

export type TopPlace = Required<Pick<LayerParameters, 'offsetX' | 'offsetY' | 'scale' | 'rotation'>>;

export type CenteredPlace = TopPlace & { readonly anchor: 'center' };

const { offsetX, scale: scaleField } = layer.params;

const clampScale = (scale: number) =>
  roundToDigits(Math.min(scaleField.max, Math.max(scaleField.min, scale)), scaleField.fractionDigits);
const clampOffset = (offset: number) => Math.round(Math.min(offsetX.max, Math.max(offsetX.min, offset)));

export const placedTop = (top: Size, bottom: Size, params: LayerParameters): PlacedBox => ({
  box: topBox(top, bottom, params),
  rotation: params.rotation ?? 0,
});

/** Returns whether parts of the top layer are outside the canvas, which has the bottom layer's size. */
export function isOutside({ box, rotation }: PlacedBox, { width, height }: Size): boolean {
  const { left, top, right, bottom } = rotatedBounds(box, rotation);
  return left < 0 || top < 0 || right > width || bottom > height;
}

/** Returns the layer parameters for a rectangle. Changes the scale only if the rectangle's width differs. */
export function layerPlacement(
  { box, rotation }: PlacedBox,
  top: Size,
  bottom: Size,
  before: LayerParameters,
): TopPlace {
  const { scale = 1 } = before;
  const isSized = Math.abs(boxWidth(box) - boxWidth(topBox(top, bottom, before))) > 1e-6;
  const next = isSized ? clampScale(boxWidth(box) / top.width) : scale;
  const middle = boxCenter(topBox(top, bottom, { ...before, rotation, scale: next, offsetX: 0, offsetY: 0 }));
  const wanted = boxCenter(box);
  return {
    scale: next,
    rotation,
    offsetX: clampOffset(wanted.x - middle.x),
    offsetY: clampOffset(wanted.y - middle.y),
  };
}

/** Centers the rotated top layer: `fit` shows all of the top layer, `fill` covers the bottom layer. */
export function centeredPlace(how: 'fit' | 'fill', top: Size, bottom: Size, rotation: number): CenteredPlace {
  const turned = (size: Size) => rotatedBounds(wholeImage(size), rotation);
  const seen = turned(top);
  const hole = turned(bottom);
  const scale =
    how === 'fit'
      ? Math.min(bottom.width / boxWidth(seen), bottom.height / boxHeight(seen))
      : Math.max(boxWidth(hole) / top.width, boxHeight(hole) / top.height);
  // Rounds down for `fit`, because the layer must fit inside, and up for `fill`, which must cover everything.
  const unit = 10 ** scaleField.fractionDigits;
  const rounded = (how === 'fit' ? Math.floor(scale * unit + 1e-6) : Math.ceil(scale * unit - 1e-6)) / unit;
  return { anchor: 'center', offsetX: 0, offsetY: 0, scale: clampScale(rounded), rotation };
}
