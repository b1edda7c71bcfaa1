import type { Size } from '../geometry/point.ts';
import type { SetText, TextScene } from './compose.ts';
import { inkOf } from './glyph-box.ts';
import { textTransform } from './paint-scene.ts';

/** Reason why a text doesn't fit: glyphs outside the image (`image`), or lines outside the text's area (`area`). */
export type Misfit = 'image' | 'area';

export function findMisfits({ texts }: TextScene, size: Size): readonly (Misfit | undefined)[] {
  return texts.map((text) => (leavesImage(text, size) ? 'image' : text.layout.overflows ? 'area' : undefined));
}

/** Tolerance in em for glyphs outside the image, because ascenders of many fonts slightly exceed the em box. */
const TOLERANCE_EM = 0.15;

function leavesImage(text: SetText, { width, height }: Size): boolean {
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
