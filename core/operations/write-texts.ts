import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { checkText } from '../text/prepare.ts';
import { advancedTexts, notationFields } from '../text/settings.ts';
import { backgroundFields, writingInputs } from '../text/writing-inputs.ts';

export const writeTexts = defineOperation({
  id: 'write-texts',
  inputs: writingInputs,
  params: parameters({
    texts: advancedTexts,
    ...notationFields,
    ...backgroundFields,
  }),
  output: 'image',
  check: ({ texts }) => {
    for (const [index, { text }] of texts.entries()) checkText(text, `texts[${index}].text`);
  },
  run: async (inputs, { texts, width, height, background, ...notation }, context) => {
    const { writeText } = await import('../text/write.ts');
    return writeText(inputs, { width, height, background }, { kind: 'texts', texts, notation }, context);
  },
});
