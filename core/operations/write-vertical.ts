import { defineOperation } from '../operation.ts';
import { parameters, toggle } from '../parameters/fields.ts';
import { checkText, requireText } from '../text/prepare.ts';
import { authorText, mainText, notationFields, verticalStyle } from '../text/settings.ts';
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
    ...backgroundFields,
  }),
  output: 'image',
  check: ({ text, author }) => {
    requireText(text);
    checkText(author, 'author');
  },
  run: async (inputs, { width, height, background, ...page }, context) => {
    const { writeText } = await import('../text/write.ts');
    return writeText(inputs, { width, height, background }, { kind: 'vertical', page }, context);
  },
});
