import { familyNames, OWN_PREFIX } from '../fonts/catalogue.ts';
import { boxField } from '../geometry/fields.ts';
import {
  choice,
  color,
  degrees,
  group,
  list,
  number,
  parameters,
  pixels,
  text,
  toggle,
  type ValuesOf,
} from '../parameters/fields.ts';
import { MAX_TEXT_LENGTH } from './prepare.ts';

/** Tabs of the advanced text editor. */
export const MAX_TEXTS = 10;

/** A bound against files that would fill the memory. */
export const MAX_OWN_FONTS = 10;

const fontFamily = (family: string) =>
  text({ default: family, maxLength: 255, among: { options: familyNames, prefix: OWN_PREFIX } });

const gapEm = (em: number) => number({ default: em, min: 0, max: 5, step: 0.05, integerDigits: 1, unit: 'em' });
const paddingPct = (percent: number) =>
  number({ default: percent, min: 0, max: 99, step: 0.5, integerDigits: 2, unit: 'percent' });
const outlineWidth = () => pixels({ default: 0, max: 20, integerDigits: 2 });

/** One text of the advanced editor: a tab there, an entry of `--texts`. */
export const advancedText = parameters({
  text: text({ maxLength: MAX_TEXT_LENGTH, multiline: true }),
  fontPt: number({
    default: 100,
    min: 4,
    max: 1000,
    step: 0.5,
    fractionDigits: 1,
    integerDigits: 3,
    unit: 'points',
  }),
  charGapEm: gapEm(0.25),
  colGapEm: gapEm(0.6),
  textColor: color({ default: '#000000' }),
  outlineTextColor: color({ default: '#FFFFFF' }),
  outlineTextWidth: outlineWidth(),
  fontFamily: fontFamily('Merriweather'),
  bold: toggle({ default: false }),
  useVariableWidthFont: toggle({ default: true }),
  useVerticalText: toggle({ default: false }),
  align: choice({ options: ['left', 'center', 'right'], default: 'center' }),
  vAlign: choice({ options: ['top', 'middle', 'bottom'], default: 'top' }),
  boundingBox: boxField(),
  mode: choice({ options: ['create', 'move'], default: 'create' }),
  rotation: degrees(),
  drawBox: toggle({ default: false }),
  fillBox: toggle({ default: false }),
  borderColor: color({ default: '#000000' }),
  fillColor: color({ default: '#ffffff' }),
  boxMargin: pixels({ default: 0, max: 200, integerDigits: 3 }),
  borderWidth: pixels({ default: 1, max: 50, integerDigits: 2 }),
  borderRadius: pixels({ default: 0, max: 200, integerDigits: 3 }),
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

/** What both texts of both editors have. Sizes are shares of the picture's height, or its width. */
const styleFields = (defaults: StyleDefaults) =>
  parameters({
    fontPctH: number({
      default: defaults.fontPctH,
      min: 0.5,
      max: 50,
      step: 0.5,
      integerDigits: 3,
      unit: 'percent',
    }),
    paddingPctW: paddingPct(defaults.paddingPctW),
    charGapEm: gapEm(defaults.charGapEm),
    colGapEm: gapEm(defaults.colGapEm),
    textColor: color({ default: defaults.textColor }),
    outlineTextColor: color({ default: '#FFFFFF' }),
    outlineTextWidth: outlineWidth(),
    fontFamily: fontFamily(defaults.fontFamily),
    bold: toggle({ default: false }),
    /** Seen in the preview only. */
    showGuides: toggle({ default: false }),
  });

const mainDefaults = { fontPctH: 8, paddingPctW: 3, charGapEm: 0.25, colGapEm: 0.6, textColor: '#000000' };
const authorDefaults = { fontPctH: 6, paddingPctW: 2, charGapEm: 0.2, colGapEm: 0.4, textColor: '#111111' };
const useVariableWidthFont = toggle({ default: false });

/** How the horizontal editor's texts look. The author follows the main text unless it has a padding of its own below. */
export const horizontalStyle = group({
  main: group({
    ...styleFields({ ...mainDefaults, fontFamily: 'Merriweather' }),
    paddingPctH: paddingPct(3),
    useVariableWidthFont,
  }),
  author: group({
    ...styleFields({ ...authorDefaults, fontFamily: 'Merriweather' }),
    paddingPctH: number({ min: 0, max: 99, step: 0.5, integerDigits: 2, unit: 'percent' }),
    useVariableWidthFont,
  }),
});

/** How the vertical editor's texts look. */
export const verticalStyle = group({
  main: group({
    ...styleFields({ ...mainDefaults, fontFamily: 'Noto Serif JP' }),
    paddingPctH: paddingPct(3),
  }),
  author: group({
    ...styleFields({ ...authorDefaults, fontFamily: 'Noto Serif JP' }),
    paddingPctH: paddingPct(2),
  }),
});

export type HorizontalStyle = ValuesOf<(typeof horizontalStyle)['fields']>;
export type VerticalStyle = ValuesOf<(typeof verticalStyle)['fields']>;

export const mainText = () => text({ maxLength: MAX_TEXT_LENGTH, multiline: true, required: true });
export const authorText = () => text({ maxLength: MAX_TEXT_LENGTH, multiline: true });
