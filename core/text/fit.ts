import type { InkBox } from '../fonts/face.ts';
import { type Box, boxAround } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import type { SetText, TextScene } from './compose.ts';
import type { GlyphBox } from './glyph-box.ts';
import { textTransform } from './paint-scene.ts';

/** Reason why a text doesn't fit: glyphs outside the image (`picture`), or lines outside the text's area (`area`). */
export type Misfit = 'picture' | 'area';

export function findMisfits({ texts }: TextScene, size: Size): readonly (Misfit | undefined)[] {
  return texts.map((text) => (leavesPicture(text, size) ? 'picture' : text.layout.overflows ? 'area' : undefined));
}

/** Tolerance in em for glyphs outside the image, because ascenders of many fonts slightly exceed the em box. */
const TOLERANCE_EM = 0.15;

function leavesPicture(text: SetText, { width, height }: Size): boolean {
  const [a, b, c, d, e, f] = textTransform(text, 1);
  const beyond = (x: number, y: number) => {
    const [left, top] = [a * x + c * y + e, b * x + d * y + f];
    return Math.max(-left, -top, left - width, top - height);
  };
  return text.layout.boxes.some((box) => {
    const ink = inkOf(box, box.outline?.face.ink(box.outline.glyph));
    if (!ink) return false;
    const { left, top, right, bottom } = ink;
    const farthest = Math.max(beyond(left, top), beyond(right, top), beyond(left, bottom), beyond(right, bottom));
    return farthest > TOLERANCE_EM * box.sizePx;
  });
}

/** Returns the bounding box of a glyph's outline (`ink` is in em), or the cell of an emoji, in layout pixels. */
export function inkOf(box: GlyphBox, ink: InkBox | undefined): Box | undefined {
  const { outline, x, y, sizePx, scaleX, rotation, longer } = box;
  if (!outline) return boxAround(box, { width: sizePx, height: sizePx });
  if (!ink) return undefined;
  const [from, to] = [ink.left * scaleX * sizePx, ink.right * scaleX * sizePx + extra(longer, 'x')];
  const [up, down] = [ink.top * sizePx, ink.bottom * sizePx - extra(longer, 'y')];
  return rotation === 90
    ? { left: x + down, top: y + from, right: x + up, bottom: y + to }
    : { left: x + from, top: y - up, right: x + to, bottom: y - down };
}

const extra = (longer: GlyphBox['longer'], along: 'x' | 'y') => (longer?.along === along ? longer.px : 0);
