import { type FontSet, fontLibrary } from '#core/fonts/library.ts';
import type { OwnFont } from '#core/fonts/own.ts';
import type { Fonts } from '#core/platform/fonts.ts';
import type { GlyphBox } from '#core/text/glyph-box.ts';
import { layoutText, type TextLayout } from '#core/text/layout.ts';
import type { LayoutStyle } from '#core/text/layout-style.ts';

/** Pixels per em, so that a pixel is a thousandth of an em. */
export const EM = 1000;

export interface Setting extends Partial<LayoutStyle> {
  readonly family?: string;
  readonly bold?: boolean;
  /** The available space along the line, in em. */
  readonly widthEm?: number;
  readonly heightEm?: number;
  readonly ownFonts?: readonly OwnFont[];
}

export function fontsFor(fonts: Fonts, text: string, { family, bold, ownFonts }: Setting = {}): Promise<FontSet> {
  return fontLibrary(fonts).prepare(
    { fontFamily: family ?? 'Noto Serif JP', bold: bold ?? false },
    text,
    ownFonts ?? [],
  );
}

/** Lays out a text, by default in vertical columns without gaps. */
export async function setText(fonts: Fonts, text: string, setting: Setting = {}): Promise<TextLayout> {
  const { family, bold, widthEm = 10, heightEm = 40, ownFonts, ...style } = setting;
  return layoutText(
    text,
    await fontsFor(fonts, text, setting),
    {
      fontSizePx: EM,
      charGapEm: 0,
      lineGapEm: 0,
      vertical: true,
      variableWidth: true,
      align: 'left',
      vAlign: 'top',
      ...style,
    },
    { left: 0, top: 0, width: widthEm * EM, height: heightEm * EM },
  );
}

/** Returns the edges of a glyph box's ink on the canvas, in pixels: left, top, right, bottom. */
export function inkOf(box: GlyphBox): [number, number, number, number] {
  const { outline, x, y, rotation, scaleX, sizePx, longer } = box;
  const ink = outline?.face.ink(outline.glyph);
  if (!ink) return [x, y, x, y];
  const along = [ink.left * scaleX, ink.right * scaleX].map((value) => value * sizePx) as [number, number];
  const up = [ink.top, ink.bottom].map((value) => value * sizePx) as [number, number];
  if (longer?.along === 'x') along[1] += longer.px;
  if (longer?.along === 'y') up[1] -= longer.px;
  return rotation === 90
    ? [x + up[1], y + along[0], x + up[0], y + along[1]]
    : [x + along[0], y - up[0], x + along[1], y - up[1]];
}

export function inkCenter(box: GlyphBox): { x: number; y: number } {
  const [left, top, right, bottom] = inkOf(box);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** Returns the text of each line. */
export function lineTexts(text: string, layout: TextLayout): string[] {
  return layout.lines.map(({ start, end }) => text.slice(start, end));
}

/** Returns the values of a layout that must be exactly equal on every platform. */
export function exactNumbers(layout: TextLayout): unknown {
  return {
    // The stops follow from the advances of the boxes.
    lines: layout.lines.map(({ stops: _, ...line }) => line),
    missing: layout.missing,
    boxes: layout.boxes.map(({ outline, ...box }) => ({ glyph: outline?.glyph, file: outline?.face.key, ...box })),
  };
}

/** Texts and settings whose exact layouts are stored in `golden/`. */
export const goldenTexts: Readonly<Record<string, readonly [text: string, setting: Setting]>> = {
  punctuation: ['国。国、「国」『国』（国）。「『国』」、！？：；・', {}],
  dashes: ['ー…—〜～――……', {}],
  kana: ['きゃきゅきょっァィッ々ゝゞか゚あ゙がぱｶﾞｱｲｳ', {}],
  numbers: ['10年100円2024年3月5％と10%と25℃、え!?Aさん!!', {}],
  latin: ['春はHello, Worldと「office」', {}],
  wrapped: ['彼は「そうか」と言った。それは、ちょっと——違うのだ。', { heightEm: 6, lineGapEm: 0.6 }],
  gaps: ['古池や蛙飛びこむ水の音。', { charGapEm: 0.25, lineGapEm: 0.6, heightEm: 8, family: 'Shippori Mincho' }],
  horizontal: ['Hello World, AVATAR「日本」、（語）', { vertical: false, family: 'Merriweather', widthEm: 9 }],
  cells: ['日本語ABC、「カナ」', { vertical: false, variableWidth: false }],
  arabic: ['مرحبا بالعالم 123 abc', { vertical: false, family: 'Amiri', charGapEm: 0.25 }],
  devanagari: ['क्षत्रिय नमस्ते', { vertical: false, family: 'Noto Sans Devanagari', charGapEm: 0.25 }],
  emoji: ['猫🐈と👨‍👩‍👧‍👦', {}],
};
