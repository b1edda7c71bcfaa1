import { hasArea, isUnsetBox, normalizeBox, wholeBox } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { mergeValues } from '#core/parameters/merge.ts';
import { clampNumber, parseParameters } from '#core/parameters/parse.ts';
import { parsePasted } from '#core/parameters/pasted.ts';
import { MAX_STORED_TEXT_LENGTH } from '#core/text/prepare.ts';
import { type AdvancedText, advancedText } from '#core/text/settings.ts';
import { textInPixels } from '#core/text/text-in-pixels.ts';
export const defaultText = (): AdvancedText => parseParameters(advancedText, {});

/** Returns a text's style and position as JSON for Copy, without the text itself. */
export function copyTextSettings({ text: _, ...settings }: AdvancedText): string {
  return JSON.stringify(settings);
}

/** @throws FudebakoError `settingsPaste` if the text isn't a JSON object; errors of `parsePasted` */
export function pasteTextSettings(current: AdvancedText, pasted: string, size: Size): AdvancedText {
  const raw = parsePasted(pasted);
  return fitText(mergeValues(advancedText, current, raw), size);
}

/** Restores a stored text, with defaults for invalid settings. Keeps words as typed, even if they can't be drawn. */
export function restoreText(stored: unknown): AdvancedText {
  const restored = mergeValues(advancedText, defaultText(), stored);
  const { text } = (stored ?? {}) as { text?: unknown };
  return typeof text === 'string' ? { ...restored, text: text.slice(0, MAX_STORED_TEXT_LENGTH) } : restored;
}

/** Clamps a text's box to the image. Removes a box that is empty or outside the image. */
export function fitText(pasted: AdvancedText, size: Size): AdvancedText {
  const text = textInPixels(pasted, size);
  const box = normalizeBox(text.boundingBox);
  const isOutside = !hasArea(box) || box.left >= size.width || box.top >= size.height;
  const unset = { top: 0, left: 0, bottom: 0, right: 0 };
  return {
    ...text,
    fontPt: clampNumber(advancedText.fontPt, text.fontPt),
    boundingBox: isUnsetBox(box) || isOutside ? unset : wholeBox(box, size),
  };
}
