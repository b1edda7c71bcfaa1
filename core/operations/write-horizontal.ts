import { defineOperation } from '../operation.ts';
import { parameters, toggle } from '../parameters/fields.ts';
import { parseShadow } from '../text/overrides.ts';
import { checkText, requireText } from '../text/prepare.ts';
import { authorText, horizontalStyle, mainText, notationFields, overrideFields } from '../text/settings.ts';
import { backgroundFields, writingInputs } from '../text/writing-inputs.ts';

export const writeHorizontal = defineOperation({
  id: 'write-horizontal',
  inputs: writingInputs,
  params: parameters({
    text: mainText(),
    author: authorText(),
    style: horizontalStyle,
    watermark: toggle({ default: false, pageDefault: true }),
    ...notationFields,
    ...overrideFields,
    ...backgroundFields,
  }),
  output: 'image',
  check: ({ text, author, shadow }) => {
    parseShadow(shadow);
    requireText(text);
    checkText(author, 'author');
  },
  run: async (inputs, { width, height, background, ...page }, context) => {
    const { writeText } = await import('../text/write.ts');
    return writeText(inputs, { width, height, background }, { kind: 'horizontal', page }, context);
  },
});
