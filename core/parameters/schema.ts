import type { Field, Parameters } from './fields.ts';

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns a schema that accepts exactly what `parseParameters` accepts. */
export function parametersSchema(fields: Parameters): JsonSchema {
  const required = Object.keys(fields).filter((name) => fields[name]?.required);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function fieldSchema(field: Field): JsonSchema {
  switch (field.kind) {
    case 'number':
      if (field.values)
        return { enum: field.values, ...withDefault(field.default), ...(field.unit ? { 'x-unit': field.unit } : {}) };
      return {
        type: field.fractionDigits === 0 ? 'integer' : 'number',
        ...(Number.isFinite(field.min) ? { minimum: field.min } : {}),
        ...(Number.isFinite(field.max) ? { maximum: field.max } : {}),
        ...(field.fractionDigits > 0 ? { multipleOf: Number(`1e-${field.fractionDigits}`) } : {}),
        ...withDefault(field.default),
        ...(field.unit ? { 'x-unit': field.unit } : {}),
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
      return { type: 'array', items: fieldSchema(field.item), maxItems: field.maxItems, ...withDefault(field.default) };
    case 'group':
      return parametersSchema(field.fields);
  }
}

function withDefault(value: unknown): JsonSchema {
  return value === undefined ? {} : { default: value };
}
