import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';
import { checkPage } from '../text/check-page.ts';
import { horizontalStyle, pageFields } from '../text/settings.ts';
import { backgroundFields, writingInputs } from '../text/writing-inputs.ts';

export const writeHorizontal = defineOperation({
  id: 'write-horizontal',
  inputs: writingInputs,
  params: parameters({ ...pageFields(horizontalStyle), ...backgroundFields }),
  output: 'image',
  check: checkPage,
  run: async (inputs, { width, height, background, ...page }, context) => {
    const { writeText } = await import('../text/write.ts');
    return writeText(inputs, { width, height, background }, { kind: 'horizontal', page }, context);
  },
});
