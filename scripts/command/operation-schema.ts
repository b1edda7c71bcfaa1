import { type JsonSchema, parametersSchema } from '#core/parameters/schema.ts';
import type { CommandOperation } from './words.ts';

/** The JSON Schema (draft 2020-12) of an operation's parameters, as a document of its own. */
export function operationSchema({ id, params }: Pick<CommandOperation, 'id' | 'params'>, summary: string): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: id,
    description: summary,
    ...parametersSchema(params),
  };
}
