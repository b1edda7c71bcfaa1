import {
  type Box,
  boxAround,
  boxCenter,
  boxHeight,
  boxWidth,
  hasArea,
  isUnsetBox,
  wholeBox,
} from '#core/geometry/box.ts';
import { type Point, rotateAbout, type Size } from '#core/geometry/point.ts';
import { alignmentOf, nearestAnchor } from '#core/text/anchor.ts';
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

/**
 * Returns a text whose first letters are at a point, in a box that reaches the image's edges: the text grows away from
 * the nearest edge, and in the middle third to both sides. A framed text keeps the size of its box.
 */
export function textAtPoint(text: AdvancedText, at: Point, size: Size): AdvancedText {
  if (isFramed(text) && !isUnsetBox(text.boundingBox)) {
    const { boundingBox } = text;
    const own = boxAround(at, { width: boxWidth(boundingBox), height: boxHeight(boundingBox) });
    return { ...text, boundingBox: wholeBox(own, size) };
  }
  const alignment = alignmentOf(nearestAnchor({ left: at.x, right: at.x, top: at.y, bottom: at.y }, size));
  const placed = { ...text, ...alignment };
  const half = pointsToPx(text.fontPt) / 2;
  const [halfX, halfY] = text.useVerticalText ? [half, 0] : [0, half];
  const [left, right] = spanFrom(at.x, halfX, size.width, growsTo[placed.align]);
  const [top, bottom] = spanFrom(at.y, halfY, size.height, growsTo[placed.vAlign]);
  return { ...placed, boundingBox: wholeBox({ left, right, top, bottom }, size) };
}

function spanFrom(at: number, half: number, side: number, [before, after]: readonly [number, number]) {
  if (before && after) {
    const reach = Math.min(at, side - at);
    return [at - reach, at + reach] as const;
  }
  return after ? ([Math.max(0, at - half), side] as const) : ([0, Math.min(side, at + half)] as const);
}

const isFramed = ({ drawBox, fillBox }: AdvancedText): boolean => drawBox || fillBox;

/** True for a text whose box leaves the text room up to the image's edges, so that only the letters show where the text is. */
export function isLoose(text: AdvancedText, { width, height }: Size): boolean {
  const { left, right, top, bottom } = text.boundingBox;
  if (isUnsetBox(text.boundingBox)) return true;
  const [toLeft, toRight] = growsTo[text.align];
  const [toTop, toBottom] = growsTo[text.vAlign];
  const reaches = (toLeft && left <= 0) || (toRight && right >= width);
  return !isFramed(text) && Boolean(reaches && ((toTop && top <= 0) || (toBottom && bottom >= height)));
}
