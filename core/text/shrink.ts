import type { FontSet } from '../fonts/library.ts';
import { layoutShaped, shapeText, type TextLayout } from './layout.ts';
import type { LayoutStyle, Room } from './layout-style.ts';
import { advancedText, pointsToPx } from './settings.ts';

/** Sizes that are tried. */
const STEP_PX = pointsToPx(advancedText.fontPt.step);
const MIN_PX = pointsToPx(advancedText.fontPt.min);

/**
 * Sets a prepared text as large as its style says or, where its lines would need more room or a word
 * would be parted, as large as it fits: by the steps of the font size's field, down to
 * its least. What does not fit then either overflows.
 */
export function layoutToFit(text: string, fonts: FontSet, style: LayoutStyle, room: Room): TextLayout {
  const shaped = shapeText(text, fonts, style);
  const at = (fontSizePx: number) => layoutShaped(shaped, { ...style, fontSizePx }, room);
  const full = at(style.fontSizePx);
  if (fits(full) || style.fontSizePx <= MIN_PX) return full;
  let best = at(MIN_PX);
  let [fitting, tooLarge] = [0, Math.ceil((style.fontSizePx - MIN_PX) / STEP_PX)];
  while (tooLarge - fitting > 1) {
    const middle = Math.floor((fitting + tooLarge) / 2);
    const layout = at(MIN_PX + middle * STEP_PX);
    if (fits(layout)) [best, fitting] = [layout, middle];
    else tooLarge = middle;
  }
  return best;
}

const fits = ({ overflows, partsWords }: TextLayout): boolean => !overflows && !partsWords;
