import { clampNumber, parseParameters } from '#core/parameters/parse.ts';
import { isJapanese } from '#core/text/new-text.ts';
import { type AdvancedText, advancedText, effectFields, type TextEffects } from '#core/text/settings.ts';

/** The part of a text's style that a look sets, in all text tools. */
export type LookStyle = TextEffects &
  Pick<AdvancedText, 'fontFamily' | 'bold' | 'italic' | 'textColor' | 'outlineTextColor' | 'outlineTextWidth'>;

export const LOOK_FIELDS = [
  ...(Object.keys(effectFields) as readonly (keyof TextEffects)[]),
  'fontFamily',
  'bold',
  'italic',
  'textColor',
  'outlineTextColor',
  'outlineTextWidth',
] as const satisfies readonly (keyof LookStyle)[];

export const textLookIds = ['plain', 'outline', 'shadow', 'label', 'brush', 'poster'] as const;
export type TextLookId = (typeof textLookIds)[number];

interface TextLook {
  /** True if the text gets the color that is readable on the image. */
  readonly isReadable?: boolean;
  readonly style: Partial<LookStyle>;
  /** Outline width in em. */
  readonly outlineEm?: number;
}

const INK = '#1f1d1a';
export const PAPER = '#ffffff';
const VERMILION = '#c8371b';

/** Looks as starting points, each with other means. Most keep the text's font. */
export const textLooks: Readonly<Record<TextLookId, TextLook>> = {
  plain: { isReadable: true, style: {} },
  outline: { style: { textColor: PAPER, outlineTextColor: INK }, outlineEm: 0.06 },
  shadow: { isReadable: true, style: { shadow: true, shadowXEm: 0.06, shadowYEm: 0.06, shadowColor: '#00000066' } },
  label: {
    style: { textColor: PAPER, backing: 'lines', backingColor: INK, backingPaddingEm: 0.2, backingRadiusEm: 0.1 },
  },
  brush: { style: { textColor: VERMILION, outlineTextColor: PAPER }, outlineEm: 0.03 },
  poster: { style: { fontFamily: 'Dela Gothic One', textColor: INK, outlineTextColor: PAPER }, outlineEm: 0.08 },
};

const PLAIN = { ...parseParameters(effectFields, {}), bold: false, italic: false };

/** Japanese words are written with a brush, others with a pen. */
const brushFamily = (words: string): string => (isJapanese(words) ? 'Yuji Syuku' : 'Dancing Script');

/** Returns a look's settings for a text of `fontPx` image pixels. `plain` is the tool's own style of a new text. */
export function lookStyle(
  id: TextLookId,
  fontPx: number,
  words: string,
  plain: Pick<LookStyle, 'fontFamily' | 'textColor' | 'outlineTextColor' | 'outlineTextWidth'>,
): Partial<LookStyle> {
  const { isReadable, style, outlineEm = 0 } = textLooks[id];
  const outline = outlineEm > 0 ? Math.max(1, Math.round(fontPx * outlineEm)) : 0;
  return {
    ...PLAIN,
    outlineTextWidth: clampNumber(advancedText.outlineTextWidth, outline),
    ...(id === 'plain' && { fontFamily: plain.fontFamily, outlineTextWidth: plain.outlineTextWidth }),
    ...(isReadable && { textColor: plain.textColor, outlineTextColor: plain.outlineTextColor }),
    ...style,
    ...(id === 'brush' && { fontFamily: brushFamily(words) }),
  };
}
