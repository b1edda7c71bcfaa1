import { type Box, boxAround, boxCenter, hasArea, wholeBox } from '#core/geometry/box.ts';
import { rotateAbout, type Size } from '#core/geometry/point.ts';
import { textBox } from '#core/text/compose.ts';
import type { TextArea } from '#core/text/layout-style.ts';
import { type AdvancedText, pointsToPx } from '#core/text/settings.ts';

/** Extra box width in em, so that rounding causes no new line breaks. */
const SPARE_EM = 0.25;

/** Maps each alignment to the sides (before, after) on which a box can grow without moving the text. */
const growsTo = {
  left: [0, 1],
  center: [1, 1],
  right: [1, 0],
  top: [0, 1],
  middle: [1, 1],
  bottom: [1, 0],
} as const;

/** Returns a box for a text with the unrotated `bounds`. Rounding to pixels moves the text by at most half a pixel. */
export function boxAroundText(
  { fontPt, align, vAlign, rotation, boundingBox }: AdvancedText,
  bounds: TextArea,
  size: Size,
): Box | undefined {
  const spare = pointsToPx(fontPt) * SPARE_EM;
  const box = {
    left: bounds.left - spare * growsTo[align][0],
    top: bounds.top - spare * growsTo[vAlign][0],
    right: bounds.left + bounds.width + spare * growsTo[align][1],
    bottom: bounds.top + bounds.height + spare * growsTo[vAlign][1],
  };
  if (!(bounds.width > 0 && bounds.height > 0 && hasArea(box))) return undefined;
  // A text without a box rotates about the image's center; a text in a box rotates about the box's center.
  const center = rotateAbout(boxCenter(box), boxCenter(textBox(boundingBox, size)), rotation);
  return wholeBox(boxAround(center, { width: box.right - box.left, height: box.bottom - box.top }), size);
}
