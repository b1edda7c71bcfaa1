import { type Box, boxAround, boxCenter, hasArea, wholeBox } from '../geometry/box.ts';
import { rotateAbout, type Size } from '../geometry/point.ts';
import { textBox } from './compose.ts';
import type { Room } from './layout-style.ts';
import { type AdvancedText, pointsToPx } from './settings.ts';

/** What is added beside the words, in em, so that nothing is broken anew for a rounding. */
const SPARE_EM = 0.25;

/** On which sides of the words a box may grow without moving them. */
const growsTo = {
  left: [0, 1],
  center: [1, 1],
  right: [1, 0],
  top: [0, 1],
  middle: [1, 1],
  bottom: [1, 0],
} as const;

/**
 * A box of its own for a text that has stood in the whole picture: set in it, the words stand where they stood, to
 * half a pixel, and as they are turned.
 * @param bounds around the words before they are turned, in pixels
 * @returns nothing where there are no words
 */
export function boxOfWords(
  { fontPt, align, vAlign, rotation, boundingBox }: AdvancedText,
  bounds: Room,
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
  // The whole turns about the room's middle, and a box about its own.
  const center = rotateAbout(boxCenter(box), boxCenter(textBox(boundingBox, size)), rotation);
  return wholeBox(boxAround(center, { width: box.right - box.left, height: box.bottom - box.top }), size);
}
