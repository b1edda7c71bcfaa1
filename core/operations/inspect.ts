import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';

export const inspect = defineOperation({
  id: 'inspect',
  inputs: { file: 'file' },
  params: parameters({}),
  output: 'data',
  run: async ({ file }, _params, { signal, textEncoding }) =>
    (await import('../inspect/inspect.ts')).inspectFile(file, signal, textEncoding),
});
