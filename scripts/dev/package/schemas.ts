import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../../core/operations/index.ts';
import type { JsonSchema } from '../../../core/parameters/schema.ts';
import { en } from '../../../core/words/all-en.ts';
import { configSchema, operationSchema, recipeSchema } from '../../command/parse/operation-schema.ts';

/** Returns the published JSON Schemas by file name: one per operation, one for recipes, one for config files. */
export const publishedSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  ...Object.fromEntries(operations.map((operation) => [operation.id, operationSchema(operation, en)])),
  recipe: recipeSchema(operations, en),
  config: configSchema(operations, en),
});

export function writeSchemas(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of Object.entries(publishedSchemas()))
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
}
