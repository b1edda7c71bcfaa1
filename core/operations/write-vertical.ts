import { fontExtensions } from '../fonts/catalogue.ts';
import { blankSheetFields } from '../image/blank.ts';
import { defineOperation } from '../operation.ts';
import { parameters, toggle } from '../parameters/fields.ts';
import { checkText, requireText } from '../text/prepare.ts';
import { authorText, MAX_OWN_FONTS, mainText, verticalStyle } from '../text/settings.ts';

/** Writes a text in columns from right to left, as Japanese poems are, and its author at the lower left. */
export const writeVertical = defineOperation({
  id: 'write-vertical',
  inputs: {
    image: { kind: 'image', optional: true },
    /** Font files of the visitor's own; a style names one as `own:` and its base name. */
    fonts: { kind: 'file', optional: true, max: MAX_OWN_FONTS, extensions: fontExtensions },
  },
  params: parameters({
    text: mainText(),
    author: authorText(),
    style: verticalStyle,
    watermark: toggle({ default: true }),
    width: blankSheetFields.width,
    height: blankSheetFields.height,
    background: blankSheetFields.color,
  }),
  output: 'image',
  check: ({ text, author }) => {
    requireText(text);
    checkText(author, 'author');
  },
  run: async (inputs, { width, height, background, ...poem }, context) => {
    const { writeText } = await import('../text/write.ts');
    return writeText(inputs, { width, height, background }, { kind: 'vertical', poem }, context);
  },
});
