import type { Box } from '../geometry/box.ts';
import { boxHeight, boxWidth } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import { clampNumber } from '../parameters/parse.ts';
import { textBox } from './compose.ts';
import { type AdvancedText, advancedText, pointsToPx } from './settings.ts';

/** Font size of a new text as a share of the image's height, as in the horizontal and vertical editors. */
const FIRST_HEIGHT_SHARE = 0.08;

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LATIN = /\p{Script=Latin}/u;

export const isJapanese = (text: string): boolean => JAPANESE.test(text);

/** Returns the font family of a new text: a Japanese family for Japanese text or a Japanese-speaking visitor. */
export const newTextFamily = (text: string, family: string, readsJapanese: boolean): string =>
  readsJapanese || isJapanese(text) ? 'Noto Serif JP' : family;

/** Returns the character spacing of a new text in em; Latin text needs no extra spacing. */
export const newTextGapEm = (text: string, gapEm: number): number =>
  LATIN.test(text) && !isJapanese(text) ? 0 : gapEm;

/** Outline width of a new text on an image, as a share of the font size. */
const FIRST_OUTLINE_SHARE = 0.05;

interface NewTextPlace {
  readonly readsJapanese: boolean;
  /** True on an image, where an outline keeps the text readable; false on a plain background. */
  readonly isOnImage: boolean;
}

/** Returns initial settings of a new text: sized to the image, vertically centered, and shrunk to fit its box. */
export function newTextSettings(
  text: AdvancedText,
  size: Size,
  { readsJapanese, isOnImage }: NewTextPlace,
): AdvancedText {
  const { step } = advancedText.fontPt;
  const steps = (size.height * FIRST_HEIGHT_SHARE) / pointsToPx(step);
  const fontPt = clampNumber(advancedText.fontPt, Math.round(steps) * step);
  const outline = Math.max(1, Math.round(pointsToPx(fontPt) * FIRST_OUTLINE_SHARE));
  return {
    ...text,
    fontPt,
    outlineTextWidth: isOnImage ? clampNumber(advancedText.outlineTextWidth, outline) : text.outlineTextWidth,
    fontFamily: newTextFamily(text.text, text.fontFamily, readsJapanese),
    charGapEm: newTextGapEm(text.text, text.charGapEm),
    vAlign: 'middle',
    shrinkToFit: true,
  };
}

/** Estimates the part of a text's box that the lines occupy, without laying out the text. */
export function estimateLinesBox(text: AdvancedText, size: Size): Box {
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
