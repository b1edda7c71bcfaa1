import { fontExtensions } from '../fonts/catalogue.ts';
import { blankSheetFields } from '../image/blank.ts';
import { defineOperation } from '../operation.ts';
import { parameters, toggle } from '../parameters/fields.ts';
import { checkText, requireText } from '../text/prepare.ts';
import { authorText, horizontalStyle, MAX_OWN_FONTS, mainText } from '../text/settings.ts';

/** Writes a text in lines from the upper left, and its author below it. */
export const writeHorizontal = defineOperation({
  id: 'write-horizontal',
  inputs: {
    image: { kind: 'image', optional: true },
    /** Font files of the visitor's own; a style names one as `own:` and its base name. */
    fonts: { kind: 'file', optional: true, max: MAX_OWN_FONTS, extensions: fontExtensions },
  },
  params: parameters({
    text: mainText(),
    author: authorText(),
    style: horizontalStyle,
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
    return writeText(inputs, { width, height, background }, { kind: 'horizontal', poem }, context);
  },
});
