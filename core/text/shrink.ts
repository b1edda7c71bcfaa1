import type { FontSet } from '../fonts/library.ts';
import { layoutShaped, shapeText, type TextLayout } from './layout.ts';
import type { LayoutStyle, TextArea } from './layout-style.ts';
import type { MarkedText } from './notation.ts';
import { advancedText, pointsToPx } from './settings.ts';

/** Difference in pixels between tried font sizes, equal to a step of the input field for font sizes. */
const STEP_PX = pointsToPx(advancedText.fontPt.step);
const MIN_PX = pointsToPx(advancedText.fontPt.min);

/** Lays out a text at the requested font size, or at the largest smaller size that fits without breaking a word. */
export function layoutToFit(
  text: string | MarkedText,
  fonts: FontSet,
  style: LayoutStyle,
  area: TextArea,
  clearOf?: TextArea,
): TextLayout {
  const shaped = shapeText(text, fonts, style);
  const at = (fontSizePx: number) => layoutShaped(shaped, { ...style, fontSizePx }, area, clearOf);
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

const fits = ({ overflows, breaksWords }: TextLayout): boolean => !overflows && !breaksWords;
