import { hasArea, normalizeBox } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import { anchoredFrame } from './anchor.ts';
import { type AdvancedText, pointsToPx } from './settings.ts';

const NO_BOX = { top: 0, left: 0, bottom: 0, right: 0 };

/** Converts a text's box in fractions to whole pixels, and its relative font size to points, if these are set. */
export function textInPixels(text: AdvancedText, size: Size): AdvancedText {
  const { boxFractions, fontPctH, anchor, anchorAspect } = text;
  const frame = anchoredFrame(size, anchor, anchorAspect);
  const box = normalizeBox(boxFractions);
  return {
    ...text,
    ...(hasArea(box) && {
      boundingBox: {
        top: Math.round(frame.top + box.top * frame.height),
        left: Math.round(frame.left + box.left * frame.width),
        bottom: Math.round(frame.top + box.bottom * frame.height),
        right: Math.round(frame.left + box.right * frame.width),
      },
      boxFractions: NO_BOX,
    }),
    ...(fontPctH !== undefined && {
      fontPt: (frame.height * fontPctH) / 100 / pointsToPx(1),
      fontPctH: undefined,
    }),
    anchor: 'none',
    anchorAspect: undefined,
  };
}
