import type { PlacedBox } from '#core/editing/snapping.ts';
import { boxCenter, boxHeight, boxWidth, rotatedBounds, wholeImage } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { type LayerParameters, topBox } from '#core/image/layer.ts';
import { layer } from '#core/operations/layer.ts';
import { roundToDigits } from '#core/parameters/parse.ts';

/** What says where the top lies. */
export type TopPlace = Required<Pick<LayerParameters, 'offsetX' | 'offsetY' | 'scale' | 'rotation'>>;

const { offsetX, scale: scaleField } = layer.params;

const clampScale = (scale: number) =>
  roundToDigits(Math.min(scaleField.max, Math.max(scaleField.min, scale)), scaleField.fractionDigits);
const clampOffset = (offset: number) => Math.round(Math.min(offsetX.max, Math.max(offsetX.min, offset)));

/** The top as it lies in the bottom. */
export const placedTop = (top: Size, bottom: Size, params: LayerParameters): PlacedBox => ({
  box: topBox(top, bottom, params),
  rotation: params.rotation ?? 0,
});

/** The parameters with which the top lies in this box, as near as they can say it; its scale changes only with the box's size. */
export function placeOf({ box, rotation }: PlacedBox, top: Size, bottom: Size, before: LayerParameters): TopPlace {
  const { scale = 1 } = before;
  const isSized = Math.abs(boxWidth(box) - boxWidth(topBox(top, bottom, before))) > 1e-6;
  const next = isSized ? clampScale(boxWidth(box) / top.width) : scale;
  const middle = boxCenter(topBox(top, bottom, { scale: next, offsetX: 0, offsetY: 0 }));
  const wanted = boxCenter(box);
  return {
    scale: next,
    rotation,
    offsetX: clampOffset(wanted.x - middle.x),
    offsetY: clampOffset(wanted.y - middle.y),
  };
}

/** In the middle of the bottom, as large as all of it is seen (`fit`) or as it covers all of the bottom (`fill`), as it is turned. */
export function placeIn(how: 'fit' | 'fill', top: Size, bottom: Size, rotation: number): TopPlace {
  const turned = (size: Size) => rotatedBounds(wholeImage(size), rotation);
  const seen = turned(top);
  const hole = turned(bottom);
  const scale =
    how === 'fit'
      ? Math.min(bottom.width / boxWidth(seen), bottom.height / boxHeight(seen))
      : Math.max(boxWidth(hole) / top.width, boxHeight(hole) / top.height);
  // Rounded so that nothing is left over: a fit may not reach out, a fill may not fall short.
  const unit = 10 ** scaleField.fractionDigits;
  const rounded = (how === 'fit' ? Math.floor(scale * unit + 1e-6) : Math.ceil(scale * unit - 1e-6)) / unit;
  return { offsetX: 0, offsetY: 0, scale: clampScale(rounded), rotation };
}
