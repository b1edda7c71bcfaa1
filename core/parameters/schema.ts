import type { Field, Parameters } from './fields.ts';

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the description of a parameter for its path, such as `['texts', 'text']`. */
export type DescribeParameter = (field: Field, path: readonly string[]) => string;

/** Returns a schema of valid parameter values, without `multipleOf`, which JSON Schema validators round incorrectly. */
export function parametersSchema(
  fields: Parameters,
  describe?: DescribeParameter,
  path: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(fields).filter((name) => fields[name]?.required);
  const properties = Object.entries(fields).map(([name, field]) => [
    name,
    {
      ...(describe && { description: describe(field, [...path, name]) }),
      ...fieldSchema(field, describe, [...path, name]),
    },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function fieldSchema(field: Field, describe: DescribeParameter | undefined, path: readonly string[]): JsonSchema {
  switch (field.kind) {
    case 'number':
      if (field.values) return { enum: field.values, ...withDefault(field.default) };
      return {
        type: field.fractionDigits === 0 ? 'integer' : 'number',
        ...(Number.isFinite(field.min) ? { minimum: field.min } : {}),
        ...(Number.isFinite(field.max) ? { maximum: field.max } : {}),
        ...withDefault(field.default),
      };
    case 'choice':
      return { enum: field.options, ...withDefault(field.default) };
    case 'toggle':
      return { type: 'boolean', ...withDefault(field.default) };
    case 'color':
      return {
        type: 'string',
        pattern: '^#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$',
        ...withDefault(field.default),
      };
    case 'text':
      return {
        type: 'string',
        maxLength: field.maxLength,
        ...(field.among ? { anyOf: [{ enum: field.among.options }, { pattern: `^${field.among.prefix}` }] } : {}),
        ...withDefault(field.default),
      };
    case 'list':
      return {
        type: 'array',
        items: fieldSchema(field.item, describe, path),
        maxItems: field.maxItems,
        ...withDefault(field.default),
      };
    case 'group':
      return parametersSchema(field.fields, describe, path);
  }
}

function withDefault(value: unknown): JsonSchema {
  return value === undefined ? {} : { default: value };
}
