import { fontExtensions } from '../fonts/catalogue.ts';
import { blankBackgroundFields } from '../image/blank.ts';
import { parameters, unusedWith } from '../parameters/fields.ts';
import { MAX_OWN_FONTS } from './settings.ts';

export const writingInputs = {
  image: { kind: 'image', optional: true },
  /** Font files that the visitor added. A style refers to a font as `own:` and the base name of its file. */
  fonts: { kind: 'file', optional: true, max: MAX_OWN_FONTS, extensions: fontExtensions },
} as const;

export const animationInputs = { ...writingInputs, audio: { kind: 'audio', optional: true } } as const;

/** Background of the text if there is no image. */
export const backgroundFields = parameters({
  width: unusedWith('image', blankBackgroundFields.width),
  height: unusedWith('image', blankBackgroundFields.height),
  background: unusedWith('image', blankBackgroundFields.color),
});
