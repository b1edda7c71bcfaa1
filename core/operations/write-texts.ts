import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { overrideTexts, parseShadow } from '../text/overrides.ts';
import { checkText } from '../text/prepare.ts';
import { advancedTexts, notationFields, overrideFields } from '../text/settings.ts';
import { backgroundFields, writingInputs } from '../text/writing-inputs.ts';

export const writeTexts = defineOperation({
  id: 'write-texts',
  inputs: writingInputs,
  params: parameters({
    texts: advancedTexts,
    ...notationFields,
    ...overrideFields,
    ...backgroundFields,
  }),
  output: 'image',
  check: ({ texts, shadow }) => {
    parseShadow(shadow);
    for (const [index, { text }] of texts.entries()) checkText(text, `texts[${index}].text`);
  },
  run: async (inputs, { texts: given, shadow, anchor, width, height, background, ...notation }, context) => {
    const { writeText } = await import('../text/write.ts');
    const texts = overrideTexts(given, { shadow, anchor });
    return writeText(inputs, { width, height, background }, { kind: 'texts', texts, notation }, context);
  },
});
