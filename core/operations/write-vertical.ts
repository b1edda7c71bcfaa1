import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { checkPage } from '../text/check-page.ts';
import { pageFields, verticalStyle } from '../text/settings.ts';
import { backgroundFields, writingInputs } from '../text/writing-inputs.ts';

export const writeVertical = defineOperation({
  id: 'write-vertical',
  inputs: writingInputs,
  params: parameters({ ...pageFields(verticalStyle), ...backgroundFields }),
  output: 'image',
  check: checkPage,
  run: async (inputs, { width, height, background, ...page }, context) => {
    const { writeText } = await import('../text/write.ts');
    return writeText(inputs, { width, height, background }, { kind: 'vertical', page }, context);
  },
});
