import { type JsonSchema, parametersSchema } from '#core/parameters/schema.ts';
import type { CommandOperation } from './words.ts';

export function operationSchema({ id, params }: Pick<CommandOperation, 'id' | 'params'>, summary: string): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: id,
    description: summary,
    ...parametersSchema(params),
  };
}
