import type { FontChoice, FontLibrary, FontSet } from '../fonts/library.ts';
import type { OwnFont } from '../fonts/own.ts';
import { type Box, boxHeight, boxWidth, clampBox, growBox, hasArea, wholeImage } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import type { MissingGlyphs } from './item.ts';
import { layoutShaped, layoutText, shapeText, type TextLayout } from './layout.ts';
import type { LayoutStyle, TextArea } from './layout-style.ts';
import { drawnText, type MarkedText, readNotation, unmarked } from './notation.ts';
import type { TextPaint } from './paint.ts';
import { prepareText } from './prepare.ts';
import {
  type AdvancedText,
  advancedText,
  pointsToPx,
  type TextEffects,
  type TextNotation,
  type TextOverrides,
} from './settings.ts';
import { textInPixels } from './text-in-pixels.ts';

export const MIN_FONT_PX = 12;

export interface TextFrame {
  readonly box: Box;
  readonly radiusPx: number;
  readonly fill: string | undefined;
  readonly border: { readonly color: string; readonly widthPx: number } | undefined;
}

/** A text after layout; lengths are in image pixels. */
export interface SetText {
  readonly layout: TextLayout;
  readonly paint: TextPaint;
  readonly frame: TextFrame | undefined;
  /** Clockwise rotation of a text about the center of the text's area, in degrees. */
  readonly rotation: number;
  readonly area: TextArea;
  readonly font: FontChoice;
}

/** Everything a text tool draws on an image, bottom layer first. */
export interface TextScene {
  readonly texts: readonly SetText[];
  readonly watermark: boolean;
}

export interface Typesetter {
  readonly library: FontLibrary;
  readonly ownFonts: readonly OwnFont[];
  readonly notation?: Partial<TextNotation> | undefined;
}

export interface TextPageParams<Style> extends Partial<TextNotation & TextOverrides> {
  readonly text: string;
  readonly author: string;
  readonly style: Style;
  readonly watermark: boolean;
}

/** Lays out the texts of the advanced editor. An empty text has no glyphs, but the frame of the text is drawn. */
export async function composeTexts(
  texts: readonly AdvancedText[],
  size: Size,
  typesetter: Typesetter,
): Promise<TextScene> {
  const set = await Promise.all(texts.map((text) => composeText(text, size, typesetter)));
  return { texts: set, watermark: false };
}

async function composeText(source: AdvancedText, size: Size, typesetter: Typesetter): Promise<SetText> {
  const text = textInPixels(source, size);
  const box = textBox(text.boundingBox, size);
  const area = { left: box.left, top: box.top, width: boxWidth(box), height: boxHeight(box) };
  const style: LayoutStyle = {
    fontSizePx: pointsToPx(text.fontPt),
    charGapEm: text.charGapEm,
    lineGapEm: text.colGapEm,
    vertical: text.useVerticalText,
    variableWidth: text.useVariableWidthFont,
    align: text.align,
    vAlign: text.vAlign,
    imageSize: size,
  };
  const set = await setText(text.text, text, style, area, typesetter, undefined, text.shrinkToFit);
  return { ...set, frame: textFrame(text, box), rotation: text.rotation };
}

/** Returns the box of a text in pixels. An empty box, or a box outside the image, becomes the whole image. */
export function textBox(box: Box, size: Size): Box {
  const whole = wholeImage(size);
  if (!hasArea(box) || box.left >= size.width || box.top >= size.height) return whole;
  return clampBox(box, size);
}

function textFrame(text: AdvancedText, box: Box): TextFrame | undefined {
  if (!text.drawBox && !text.fillBox) return undefined;
  const border = text.drawBox && text.borderWidth > 0;
  return {
    box: growBox(box, text.boxMargin),
    radiusPx: text.borderRadius,
    fill: text.fillBox ? text.fillColor : undefined,
    border: border ? { color: text.borderColor, widthPx: text.borderWidth } : undefined,
  };
}

type TextAppearance = FontChoice &
  TextEffects &
  Pick<AdvancedText, 'textColor' | 'outlineTextColor' | 'outlineTextWidth'>;

export async function setText(
  text: string,
  look: TextAppearance,
  style: LayoutStyle,
  area: TextArea,
  { library, ownFonts, notation = {} }: Typesetter,
  clearOf?: TextArea,
  shrinks = false,
): Promise<SetText> {
  const prepared = prepareText(text);
  const { ruby = true, tateChuYoko = '3', emphasis = 'auto', justify, hangingPunctuation, proportional } = notation;
  const marked = ruby ? readNotation(prepared) : unmarked(prepared);
  const emphasisMark = emphasisMarks[emphasis === 'auto' ? (style.vertical ? 'sesame' : 'dot') : emphasis];
  const uprightDigits = tateChuYoko === 'off' ? 1 : Number(tateChuYoko);
  const set = { ...style, emphasisMark, uprightDigits, justify, hangingPunctuation, proportional };
  const needed = drawnText(marked) + (marked.emphasized.length > 0 ? emphasisMark : '');
  const font = { fontFamily: look.fontFamily, bold: look.bold, italic: look.italic };
  const layout = await (async () => {
    if (prepared === '') return emptyLayout(area, style.fontSizePx);
    const fonts = await library.prepare(font, needed, ownFonts);
    return shrinks ? layoutToFit(marked, fonts, set, area, clearOf) : layoutText(marked, fonts, set, area, clearOf);
  })();
  const paint = textPaint(look, layout.fontSizePx);
  return { layout, paint, frame: undefined, rotation: 0, area, font };
}

function textPaint(look: TextAppearance, em: number): TextPaint {
  const { shadowXEm, shadowYEm, shadowBlurEm, shadowColor, backingColor, backingPaddingEm, backingRadiusEm } = look;
  return {
    color: look.textColor,
    outlineColor: look.outlineTextColor,
    outlineWidthPx: look.outlineTextWidth,
    opacity: look.opacity,
    shadow: look.shadow
      ? { x: shadowXEm * em, y: shadowYEm * em, blurPx: shadowBlurEm * em, color: shadowColor }
      : undefined,
    backing:
      look.backing === 'none'
        ? undefined
        : {
            of: look.backing,
            color: backingColor,
            paddingPx: backingPaddingEm * em,
            radiusPx: backingRadiusEm * em,
          },
  };
}

const emphasisMarks = {
  sesame: '﹅',
  'open-sesame': '﹆',
  dot: '•',
  'open-dot': '◦',
  circle: '●',
  'open-circle': '○',
} as const;

const emptyLayout = ({ left, top }: TextArea, fontSizePx: number): TextLayout => ({
  fontSizePx,
  besidePx: 0,
  isVertical: false,
  boxes: [],
  lines: [],
  bounds: { left, top, width: 0, height: 0 },
  missing: [],
  overflows: false,
  breaksWords: false,
});

export function missingOf({ texts }: TextScene): readonly (MissingGlyphs & { readonly font: string })[] {
  return texts.flatMap(({ layout, font }) => layout.missing.map((missing) => ({ ...missing, font: font.fontFamily })));
}

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
