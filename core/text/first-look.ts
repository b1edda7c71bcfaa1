import type { Box } from '../geometry/box.ts';
import { boxHeight, boxWidth } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import { clampNumber } from '../parameters/parse.ts';
import { textBox } from './compose.ts';
import { type AdvancedText, advancedText, pointsToPx } from './settings.ts';

/** Of the picture's height, as the horizontal and the vertical editor have it. */
const FIRST_HEIGHT_SHARE = 0.08;

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LATIN = /\p{Script=Latin}/u;

/** The family of a text that has no other yet: a Japanese one for Japanese words, or for who reads Japanese. */
export const firstFamily = (text: string, family: string, readsJapanese: boolean): string =>
  readsJapanese || JAPANESE.test(text) ? 'Noto Serif JP' : family;

/** The gap of a text that has no other yet: Latin letters stand as their font has them. */
export const firstGapEm = (text: string, gapEm: number): number =>
  LATIN.test(text) && !JAPANESE.test(text) ? 0 : gapEm;

/**
 * A text as it is first written on a picture: as large as the picture asks for, in its middle, and
 * never larger than its box. Settings that a visitor has changed before stay as they are.
 */
export function firstText(text: AdvancedText, size: Size, readsJapanese: boolean): AdvancedText {
  const { step } = advancedText.fontPt;
  const steps = (size.height * FIRST_HEIGHT_SHARE) / pointsToPx(step);
  return {
    ...text,
    fontPt: clampNumber(advancedText.fontPt, Math.round(steps) * step),
    fontFamily: firstFamily(text.text, text.fontFamily, readsJapanese),
    charGapEm: firstGapEm(text.text, text.charGapEm),
    vAlign: 'middle',
    shrinkToFit: true,
  };
}

/** About where a text's lines stand, before they are set: a band of its box. */
export function bandOf(text: AdvancedText, size: Size): Box {
  const box = textBox(text.boundingBox, size);
  const lines = text.text.split('\n').length;
  const across = pointsToPx(text.fontPt) * (lines + (lines - 1) * text.colGapEm);
  if (text.useVerticalText) {
    const width = Math.min(boxWidth(box), across);
    const left = box.left + (boxWidth(box) - width) * { left: 0, center: 0.5, right: 1 }[text.align];
    return { ...box, left, right: left + width };
  }
  const height = Math.min(boxHeight(box), across);
  const top = box.top + (boxHeight(box) - height) * { top: 0, middle: 0.5, bottom: 1 }[text.vAlign];
  return { ...box, top, bottom: top + height };
}
