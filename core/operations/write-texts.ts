import { fontExtensions } from '../fonts/catalogue.ts';
import { blankSheetFields } from '../image/blank.ts';
import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { checkText } from '../text/prepare.ts';
import { advancedTexts, MAX_OWN_FONTS } from '../text/settings.ts';

/** Writes up to ten texts, each in a box of its own, turned, framed, in lines or in columns. */
export const writeTexts = defineOperation({
  id: 'write-texts',
  inputs: {
    image: { kind: 'image', optional: true },
    /** Font files of the visitor's own; a text names one as `own:` and its base name. */
    fonts: { kind: 'file', optional: true, max: MAX_OWN_FONTS, extensions: fontExtensions },
  },
  params: parameters({
    texts: advancedTexts,
    width: blankSheetFields.width,
    height: blankSheetFields.height,
    background: blankSheetFields.color,
  }),
  output: 'image',
  check: ({ texts }) => {
    for (const [index, { text }] of texts.entries()) checkText(text, `texts[${index}].text`);
  },
  run: async (inputs, { texts, ...sheet }, context) => {
    const { writeText } = await import('../text/write.ts');
    return writeText(inputs, sheet, { kind: 'texts', texts }, context);
  },
});
