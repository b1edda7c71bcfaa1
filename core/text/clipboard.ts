import { hasArea, isUnsetBox, normalizeBox, wholeBox } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import { mergeValues } from '../parameters/merge.ts';
import { clampNumber, parseParameters } from '../parameters/parse.ts';
import { parsePasted } from '../parameters/pasted.ts';
import { MAX_KEPT_TEXT_LENGTH } from './prepare.ts';
import { type AdvancedText, advancedText } from './settings.ts';
import { textInPixels } from './text-in-pixels.ts';

export const defaultText = (): AdvancedText => parseParameters(advancedText, {});

/** What Copy puts into the clipboard: how a text looks and where it stands, not what it says. */
export function copyTextSettings({ text: _, ...settings }: AdvancedText): string {
  return JSON.stringify(settings);
}

/**
 * Copied settings laid over those of the active tab, their box inside the picture. An entry of
 * `--texts` does too, and then says something else as well.
 * @throws FudebakoError `settingsPaste` for anything that is not a JSON object; as `parsePasted`
 */
export function pasteTextSettings(current: AdvancedText, pasted: string, size: Size): AdvancedText {
  const raw = parsePasted(pasted);
  return fitText(mergeValues(advancedText, current, raw), size);
}

/**
 * A text as an earlier visit stored it, with defaults for whatever no longer fits. Its words are found
 * again as they were typed, also where they cannot be drawn.
 */
export function restoreText(stored: unknown): AdvancedText {
  const restored = mergeValues(advancedText, defaultText(), stored);
  const { text } = (stored ?? {}) as { text?: unknown };
  return typeof text === 'string' ? { ...restored, text: text.slice(0, MAX_KEPT_TEXT_LENGTH) } : restored;
}

/** The text with its box inside the picture; a box that is empty or outside is as if none had been drawn. */
export function fitText(given: AdvancedText, size: Size): AdvancedText {
  const text = textInPixels(given, size);
  const box = normalizeBox(text.boundingBox);
  const isOutside = !hasArea(box) || box.left >= size.width || box.top >= size.height;
  const unset = { top: 0, left: 0, bottom: 0, right: 0 };
  return {
    ...text,
    // What stands in a tab is what its field can show.
    fontPt: clampNumber(advancedText.fontPt, text.fontPt),
    boundingBox: isUnsetBox(box) || isOutside ? unset : wholeBox(box, size),
  };
}
