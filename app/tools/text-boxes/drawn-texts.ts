import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultText, fitText, restoreText } from '#app/tools/text-boxes/clipboard.ts';
import { boxAroundText, isLoose, textAtPoint } from '#app/tools/text-boxes/text-bounds.ts';
import { type Box, isUnsetBox, wholeBox } from '#core/geometry/box.ts';
import type { Point, Size } from '#core/geometry/point.ts';
import { refitText } from '#core/recipes/refit-drawn.ts';
import { textBox } from '#core/text/compose.ts';
import { estimateLinesBox, newTextSettings } from '#core/text/new-text.ts';
import { findOptionalTextProblem, type TextProblem } from '#core/text/prepare.ts';
import { type AdvancedText, MAX_TEXTS } from '#core/text/settings.ts';
import { textInPixels } from '#core/text/text-in-pixels.ts';
import { desk } from '../../desk/desk.ts';
import { isBackdrop } from '../../desk/shown-image.ts';
import { DrawnItems } from '../../image-tool/drawn-items.ts';
import type { DrawnState, InTab } from '../../image-tool/drawn-state.ts';
import { ReadableColors } from '../../image-tool/readable-color.ts';
import { currentLanguage } from '../../locales/i18n.ts';
import type { TextReport } from '../../workers/text-painter-client.ts';
import { useTextReports } from './reports.ts';

export type Texts = readonly AdvancedText[];

const DEFAULT_TEXT = defaultText();

/** Chooses text colors that contrast with the image, until the visitor chooses a color. */
export const textColors = new ReadableColors<AdvancedText>({
  get: ({ textColor }) => textColor,
  set: (text, textColor, isDark) => ({
    ...text,
    textColor,
    outlineTextColor: isDark ? DEFAULT_TEXT.outlineTextColor : DEFAULT_TEXT.textColor,
  }),
  dark: () => DEFAULT_TEXT.textColor,
  place: estimateLinesBox,
});

export const textDocument = new DrawnItems<AdvancedText>({
  tool: 'advanced_text_editor',
  operation: 'write-texts',
  tabs: MAX_TEXTS,
  restore: restoreText,
  fit: (text, size) => textColors.follow(fitText(text, size), text),
  refit: (text, from, to) => textInPixels(refitText(text, from, to), to),
  isFree: (text) => !isDrawn(text),
  placing: {
    placeOf: (text, size, tab) => {
      const box = boxOfText(text, useTextReports.getState().reports[tab]?.bounds, size);
      return box && { box, rotation: text.rotation };
    },
    place: (text, box, size) => ({ ...text, boundingBox: wholeBox(box, size) }),
  },
  reset: ({ text }) => ({ ...defaultText(), text }),
  complete: (next, before) => {
    const begins = before.text.trim() === '' && next.text.trim() !== '' && hasDefaultStyle(before);
    return begins ? begin(next) : textColors.follow(next, before);
  },
});

/** Gives a text with the default style the style in which a text begins on the open image. */
export function begin(text: AdvancedText): AdvancedText {
  const { size } = textColors;
  if (!size || !hasDefaultStyle(text)) return text;
  const isOnImage = !isBackdrop(desk.source());
  return textColors.choose(newTextSettings(text, size, { readsJapanese: currentLanguage() === 'ja', isOnImage }));
}

/** Style of a text without its position and rotation, for comparison with the default style. */
const DEFAULT_STYLE_KEY = styleKey(DEFAULT_TEXT);

function styleKey({ text: _, boundingBox: __, mode: ___, rotation: ____, ...look }: AdvancedText): string {
  return JSON.stringify(look);
}

const hasDefaultStyle = (text: AdvancedText): boolean => styleKey(text) === DEFAULT_STYLE_KEY;

/** Returns a text's box or, until the visitor draws a box, a box around the painted glyphs. */
export function boxOfText(text: AdvancedText, bounds: TextReport['bounds'] | undefined, size: Size): Box | undefined {
  if (!isLoose(text, size)) return textBox(text.boundingBox, size);
  return bounds && text.text.trim() !== '' ? boxAroundText(text, bounds, size) : undefined;
}

/** The tab that is being written on the image. A new text begins `at` a point, in the style of `base`. */
export interface Writing {
  readonly tab: number;
  readonly start?: { readonly base: AdvancedText; readonly at: Point };
}

export function withWords({ tab, start }: Writing, words: string, size: Size): AdvancedText {
  const own = textDocument.use.getState().items[tab] as AdvancedText;
  if (!start) return { ...own, text: words };
  const begun = begin({ ...start.base, text: words });
  return textColors.follow(textAtPoint(begun, start.at, size), begun);
}

export const isDrawn = ({ text, drawBox, fillBox }: AdvancedText): boolean => text.trim() !== '' || drawBox || fillBox;

export const isSet = ({ text: _, mode: __, ...settings }: AdvancedText): boolean =>
  JSON.stringify(settings) !== DEFAULT_SETTINGS;

const { text: _, mode: __, ...defaultSettings } = DEFAULT_TEXT;
const DEFAULT_SETTINGS = JSON.stringify(defaultSettings);

/** Returns the text that a drag outside the open text draws: the open text if it has no words, else a text like it. */
export function nextText(state: Pick<DrawnState<AdvancedText>, 'items' | 'active'>): InTab<AdvancedText> | undefined {
  const { active, items } = state;
  const own = items[active] as AdvancedText;
  const tab = textDocument.freeTab(state);
  // A drawn or filled box without a place covers the whole image, so a drag can only start inside the box.
  if (tab === active || (isUnsetBox(own.boundingBox) && (own.drawBox || own.fillBox)))
    return { tab: active, item: own };
  return tab < 0 ? undefined : { tab, item: { ...own, text: '', mode: 'create', rotation: 0 } };
}

/** Returns all texts that can be drawn. An invalid text is replaced by its last valid version. */
export function useDrawableTexts(texts: Texts): Texts {
  const good = useRef<readonly string[]>([]);
  return useMemo(() => {
    good.current = texts.map(({ text }, index) => (findOptionalTextProblem(text) ? (good.current[index] ?? '') : text));
    return texts.map((text, index) => {
      const words = good.current[index] ?? '';
      return text.text === words ? text : { ...text, text: words };
    });
  }, [texts]);
}

export function findTextsProblem(texts: Texts): { readonly index: number; readonly problem: TextProblem } | undefined {
  for (const [index, { text }] of texts.entries()) {
    const problem = findOptionalTextProblem(text);
    if (problem) return { index, problem };
  }
  return undefined;
}

export function useTabName(): (index: number) => string {
  const { t } = useTranslation();
  return (index) => t('advanced_text_editor.tab', { number: index + 1 });
}
