import { fontExtensions } from '../fonts/catalogue.ts';
import { blankBackgroundFields } from '../image/blank.ts';
import { parameters } from '../parameters/fields.ts';
import { MAX_OWN_FONTS } from './settings.ts';

/** What a text is written on, and with. */
export const writingInputs = {
  image: { kind: 'image', optional: true },
  /** Font files of the visitor's own; a style names one as `own:` and its base name. */
  fonts: { kind: 'file', optional: true, max: MAX_OWN_FONTS, extensions: fontExtensions },
} as const;

/** The background that is made where there is no picture. */
export const backgroundFields = parameters({
  width: blankBackgroundFields.width,
  height: blankBackgroundFields.height,
  background: blankBackgroundFields.color,
});
