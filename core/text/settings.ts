import { familyNames, OWN_PREFIX } from '../fonts/catalogue.ts';
import { boxField, boxFractionsField } from '../geometry/fields.ts';
import {
  beside,
  choice,
  color,
  degrees,
  type Field,
  group,
  inFoldedSection,
  list,
  number,
  type Parameters,
  parameters,
  pixels,
  slider,
  text,
  toggle,
  type ValuesOf,
  visibleWhen,
} from '../parameters/fields.ts';
import { anchors } from './anchor.ts';
import { MAX_TEXT_LENGTH } from './prepare.ts';

export const MAX_TEXTS = 10;

/** Maximum number of a visitor's fonts, which limits their memory. */
export const MAX_OWN_FONTS = 10;

export const fontFamily = (family: string) =>
  text({ default: family, maxLength: 255, among: { options: familyNames, prefix: OWN_PREFIX } });

const gapEm = (em: number) => number({ default: em, min: 0, max: 5, step: 0.05, integerDigits: 1, unit: 'em' });
const paddingPct = (percent: number) =>
  number({ default: percent, min: 0, max: 99, step: 0.5, integerDigits: 2, unit: 'percent' });
const outlineWidth = () => pixels({ default: 0, max: 20, integerDigits: 2 });

const shadowEm = (em: number, least = -2) =>
  number({ default: em, min: least, max: 2, step: 0.01, integerDigits: 1, unit: 'em' });

/** Parameters of text effects. Lengths are in em of the font size, so that effects fit images of every size. */
export const effectFields = inFoldedSection('effects', {
  opacity: slider({ default: 1, min: 0, max: 1, step: 0.01, fractionDigits: 2, integerDigits: 1 }),
  shadow: toggle(),
  shadowXEm: visibleWhen({ shadow: [true] }, shadowEm(0.05)),
  shadowYEm: beside(visibleWhen({ shadow: [true] }, shadowEm(0.05))),
  shadowBlurEm: visibleWhen({ shadow: [true] }, shadowEm(0.1, 0)),
  shadowColor: beside(visibleWhen({ shadow: [true] }, color({ default: '#00000099', alpha: true }))),
  /** Colored background of the text: a box behind each line, or one box behind all lines. */
  backing: choice({ options: ['none', 'lines', 'block'], default: 'none' }),
  backingColor: visibleWhen({ backing: ['lines', 'block'] }, color({ default: '#ffffffcc', alpha: true })),
  backingPaddingEm: visibleWhen({ backing: ['lines', 'block'] }, shadowEm(0.2, 0)),
  backingRadiusEm: beside(visibleWhen({ backing: ['lines', 'block'] }, shadowEm(0, 0))),
});

const offsetPct = () => number({ default: 0, min: -100, max: 100, step: 0.5, integerDigits: 3, unit: 'percent' });

/** Position of a main text or author inside the paddings of its style. */
const positionFields = parameters({
  /** Edge, corner or center to which a text is aligned; `none` uses the editor's default position. */
  anchor: choice({ options: anchors, default: 'none' }),
  /** Offset of a text from its aligned position, in percent of the image's width and height. */
  offsetXPct: offsetPct(),
  offsetYPct: beside(offsetPct()),
});

export type TextEffects = ValuesOf<typeof effectFields>;

/** Converts points to CSS pixels, which are 1/96 inch. */
export const pointsToPx = (pt: number): number => (pt * 96) / 72;

/** One text of the advanced editor: a tab, or an entry of `--texts`. */
export const advancedText = parameters({
  text: text({ maxLength: MAX_TEXT_LENGTH, multiline: true }),
  fontFamily: fontFamily('Merriweather'),
  fontPt: number({
    default: 100,
    min: 4,
    max: 1000,
    step: 0.5,
    fractionDigits: 1,
    integerDigits: 3,
    unit: 'points',
  }),
  bold: beside(toggle({ control: 'initial' })),
  italic: beside(toggle({ control: 'initial' })),
  fontPctH: number({ min: 0.5, max: 50, step: 0.5, integerDigits: 3, unit: 'percent' }),
  textColor: color({ default: '#000000', alpha: true }),
  charGapEm: gapEm(0.25),
  colGapEm: beside(gapEm(0.6)),
  align: beside(choice({ options: ['left', 'center', 'right'], default: 'center' })),
  vAlign: beside(choice({ options: ['top', 'middle', 'bottom'], default: 'top' })),
  shrinkToFit: toggle(),
  useVariableWidthFont: toggle({ default: true }),
  useVerticalText: toggle(),
  outlineTextColor: color({ default: '#FFFFFF', alpha: true }),
  outlineTextWidth: beside(outlineWidth()),
  mode: choice({ options: ['create', 'move'], default: 'create' }),
  boundingBox: boxField(),
  boxFractions: boxFractionsField(),
  /** Anchor of the largest frame with aspect ratio `anchorAspect`, to which `boxFractions` and `fontPctH` refer. */
  anchor: choice({ options: anchors, default: 'none' }),
  /** Aspect ratio (width divided by height) of the image for which the text was positioned. */
  anchorAspect: number({ min: 0.0001, max: 10_000, step: 0.01, fractionDigits: 6, integerDigits: 5 }),
  rotation: degrees(),
  drawBox: toggle(),
  fillBox: toggle(),
  borderColor: color({ default: '#000000', alpha: true }),
  fillColor: color({ default: '#ffffff', alpha: true }),
  boxMargin: pixels({ default: 0, max: 200, integerDigits: 3 }),
  borderWidth: beside(pixels({ default: 1, max: 50, integerDigits: 2 })),
  borderRadius: beside(pixels({ default: 0, max: 200, integerDigits: 3 })),
  ...effectFields,
});

export type AdvancedText = ValuesOf<typeof advancedText>;

export const advancedTexts = list({ item: group(advancedText), maxItems: MAX_TEXTS });

interface StyleDefaults {
  readonly fontPctH: number;
  readonly paddingPctW: number;
  readonly charGapEm: number;
  readonly colGapEm: number;
  readonly textColor: string;
  readonly fontFamily: string;
}

interface StyleFields<PaddingHeight extends Field, Width extends Parameters> {
  readonly defaults: StyleDefaults;
  readonly paddingPctH: PaddingHeight;
  readonly width: Width;
}

/** Style of a main text or an author. Sizes are percentages of the image's height or width. */
const styleFields = <PaddingHeight extends Field, Width extends Parameters>({
  defaults,
  paddingPctH,
  width,
}: StyleFields<PaddingHeight, Width>) =>
  group({
    fontFamily: fontFamily(defaults.fontFamily),
    fontPctH: number({
      default: defaults.fontPctH,
      min: 0.5,
      max: 50,
      step: 0.5,
      integerDigits: 3,
      unit: 'percent',
    }),
    bold: beside(toggle({ control: 'initial' })),
    italic: beside(toggle({ control: 'initial' })),
    paddingPctW: beside(paddingPct(defaults.paddingPctW)),
    paddingPctH: beside(paddingPctH),
    charGapEm: gapEm(defaults.charGapEm),
    colGapEm: beside(gapEm(defaults.colGapEm)),
    ...width,
    ...positionFields,
    shrinkToFit: toggle(),
    textColor: color({ default: defaults.textColor, alpha: true }),
    outlineTextColor: color({ default: '#FFFFFF', alpha: true }),
    outlineTextWidth: beside(outlineWidth()),
    /** True to show guides in the preview; exports never contain guides. */
    showGuides: toggle(),
    ...effectFields,
  });

const mainDefaults = { fontPctH: 8, paddingPctW: 3, charGapEm: 0.25, colGapEm: 0.6, textColor: '#000000' };
const authorDefaults = { fontPctH: 6, paddingPctW: 2, charGapEm: 0.2, colGapEm: 0.4, textColor: '#111111' };

const proportional = parameters({ useVariableWidthFont: toggle() });

/** The author follows the main text unless the author's `paddingPctH` is set. */
export const horizontalStyle = group({
  main: styleFields({
    defaults: { ...mainDefaults, fontFamily: 'Merriweather' },
    paddingPctH: paddingPct(3),
    width: proportional,
  }),
  author: styleFields({
    defaults: { ...authorDefaults, fontFamily: 'Merriweather' },
    paddingPctH: number({ min: 0, max: 99, step: 0.5, integerDigits: 2, unit: 'percent' }),
    width: proportional,
  }),
});

export const verticalStyle = group({
  main: styleFields({
    defaults: { ...mainDefaults, fontFamily: 'Noto Serif JP' },
    paddingPctH: paddingPct(3),
    width: {},
  }),
  author: styleFields({
    defaults: { ...authorDefaults, fontFamily: 'Noto Serif JP' },
    paddingPctH: paddingPct(2),
    width: {},
  }),
});

export type HorizontalStyle = ValuesOf<(typeof horizontalStyle)['fields']>;
export type VerticalStyle = ValuesOf<(typeof verticalStyle)['fields']>;

export const notationFields = inFoldedSection('typesetting', {
  /** True to parse the notation of ruby, emphasis dots and tate-chu-yoko. */
  ruby: toggle({ default: true }),
  /** Maximum digits side by side in one cell of a vertical line. */
  tateChuYoko: choice({ options: ['off', '2', '3', '4'], default: '3' }),
  /** Shape of emphasis dots; automatic means sesame in columns and dots above lines (JLREQ 3.3.9). */
  emphasis: choice({
    options: ['auto', 'sesame', 'open-sesame', 'dot', 'open-dot', 'circle', 'open-circle'],
    default: 'auto',
  }),
  /** Justifies lines and columns, except the last of a paragraph (JLREQ 3.8). */
  justify: toggle(),
  /** Commas and full stops that don't fit hang beyond the line's end. */
  hangingPunctuation: toggle(),
  /** True to set kana and punctuation with proportional widths (OpenType features `palt` and `vpal`). */
  proportional: toggle(),
});

export type TextNotation = ValuesOf<typeof notationFields>;

/** Parameters that override the style of all texts of an operation, for flags and table rows. */
export const overrideFields = parameters({
  /** Shadow of all texts: `true`, `false`, or offsets and blur in em with an optional color. */
  shadow: text({ maxLength: 60 }),
  /** Anchor of the main text, or alignment of the advanced editor's texts in their boxes. */
  anchor: choice({ options: anchors, default: 'none' }),
});

export type TextOverrides = ValuesOf<typeof overrideFields>;

/** Parameters of a page with main text and author. `style` is `horizontalStyle` or `verticalStyle`. */
export const pageFields = <Style extends Field>(style: Style) =>
  parameters({
    text: text({ maxLength: MAX_TEXT_LENGTH, multiline: true, required: true }),
    author: text({ maxLength: MAX_TEXT_LENGTH, multiline: true }),
    style,
    watermark: toggle({ default: false, pageDefault: true }),
    ...notationFields,
    ...overrideFields,
  });
