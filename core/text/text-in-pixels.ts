import { hasArea, normalizeBox } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import { type AdvancedText, pointsToPx } from './settings.ts';

const NO_BOX = { top: 0, left: 0, bottom: 0, right: 0 };

/** Converts a text's fractional box to whole pixels and relative font size to points. Absolute values are unchanged. */
export function textInPixels(text: AdvancedText, size: Size): AdvancedText {
  const { boxFractions, fontPctH } = text;
  const box = normalizeBox(boxFractions);
  return {
    ...text,
    ...(hasArea(box) && {
      boundingBox: {
        top: Math.round(box.top * size.height),
        left: Math.round(box.left * size.width),
        bottom: Math.round(box.bottom * size.height),
        right: Math.round(box.right * size.width),
      },
      boxFractions: NO_BOX,
    }),
    ...(fontPctH !== undefined && {
      fontPt: (size.height * fontPctH) / 100 / pointsToPx(1),
      fontPctH: undefined,
    }),
  };
}
