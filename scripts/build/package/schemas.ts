import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InputSpecs, inputSpec } from '../../../core/operation.ts';
import { operations } from '../../../core/operations/index.ts';
import { type JsonSchema, parametersSchema } from '../../../core/parameters/schema.ts';
import { en } from '../../../core/words/all-en.ts';
import { operationSchema } from '../../command/operation-schema.ts';

/** Returns the JSON Schema of a recipe, which is a step or a list of steps. */
export function recipeSchema(): JsonSchema {
  const steps = operations.map(({ id, inputs, params }) => {
    const parameters = parametersSchema(params);
    return {
      type: 'object',
      description: en.operations[id].summary,
      properties: { operation: { const: id }, params: parameters, inputs: inputsSchema(inputs) },
      required: ['operation', ...(parameters.required ? ['params'] : [])],
      additionalProperties: false,
    };
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Recipe',
    description: 'An operation with its parameters, or a list of operations that a picture goes through.',
    $defs: { step: { oneOf: steps } },
    anyOf: [{ $ref: '#/$defs/step' }, { type: 'array', items: { $ref: '#/$defs/step' }, minItems: 1 }],
  };
}

function inputsSchema(inputs: InputSpecs): JsonSchema {
  const properties = Object.entries(inputs).map(([name, input]) => {
    const { max } = inputSpec(input);
    const file = { type: 'string' };
    return [name, max === undefined ? file : { anyOf: [file, { type: 'array', items: file, maxItems: max }] }];
  });
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

export function writeSchemas(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, schema: JsonSchema) =>
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  for (const operation of operations)
    write(operation.id, operationSchema(operation, en.operations[operation.id].summary));
  write('recipe', recipeSchema());
}
