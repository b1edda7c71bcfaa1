import { type JsonSchema, parametersSchema } from '#core/parameters/schema.ts';
import type { CommandOperation } from './words.ts';

/** Returns the JSON Schema (draft 2020-12) of the parameters of an operation. */
export function operationSchema({ id, params }: Pick<CommandOperation, 'id' | 'params'>, summary: string): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: id,
    description: summary,
    ...parametersSchema(params),
  };
}
