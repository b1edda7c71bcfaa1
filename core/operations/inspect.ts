import { defineOperation } from '../operation.ts';
import { parameters } from '../parameters/fields.ts';

/** Says what a file is, from its own bytes. */
export const inspect = defineOperation({
  id: 'inspect',
  inputs: { file: 'file' },
  params: parameters({}),
  output: 'data',
  run: async ({ file }, _params, { signal }) => (await import('../inspect/inspect.ts')).inspectFile(file, signal),
});
