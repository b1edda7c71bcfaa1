import { defineOperation } from '../operation.ts';
import { parameters, toggle } from '../parameters/fields.ts';
import { parseShadow } from '../text/overrides.ts';
import { checkText, requireText } from '../text/prepare.ts';
import { authorText, mainText, notationFields, overrideFields, verticalStyle } from '../text/settings.ts';
import { backgroundFields, writingInputs } from '../text/writing-inputs.ts';

export const writeVertical = defineOperation({
  id: 'write-vertical',
  inputs: writingInputs,
  params: parameters({
    text: mainText(),
    author: authorText(),
    style: verticalStyle,
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
    return writeText(inputs, { width, height, background }, { kind: 'vertical', page }, context);
  },
});
