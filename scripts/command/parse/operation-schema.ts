import { type InputSpecs, inputSpec } from '#core/operation.ts';
import type { Parameters } from '#core/parameters/fields.ts';
import { type DescribeParameter, type JsonSchema, parametersSchema } from '#core/parameters/schema.ts';
import { MAX_OUTPUTS, outputFields } from '#core/recipes/outputs.ts';
import { RECIPE_VERSION } from '#core/recipes/recipe-form.ts';
import { MAX_STEPS, madeOnFields } from '#core/recipes/step.ts';
import { type CommandOperation, type CommandWords, labelOf, summaryOf } from '../base/environment.ts';
import { defaultFields } from './config.ts';
import { describeField } from './flags.ts';
import { flagHelp } from './help-texts.ts';

const DRAFT = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

export const operationSchema = (
  { id, params }: Pick<CommandOperation, 'id' | 'params'>,
  words: CommandWords,
): JsonSchema => ({
  ...DRAFT,
  title: id,
  description: `${summaryOf(words, id)}.`,
  ...parametersSchema(params, describer(id, words)),
});

function describer(id: string, words: CommandWords): DescribeParameter {
  return (field, path) => {
    const [first = '', ...inner] = path;
    const label = inner.length === 0 ? (flagHelp(id, first) ?? labelOf(words, id, first)) : labelAt(words, id, path);
    return `${describeField(field, label, words)}.`;
  };
}

/** Returns the label of a nested parameter from the tables of the parameter's parents. */
function labelAt(words: CommandWords, id: string, path: readonly string[]): string {
  let found: unknown = words.parameters[id];
  for (const name of path)
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined;
  const label = typeof found === 'object' && found !== null ? (found as { label?: unknown }).label : found;
  return typeof label === 'string' ? label : (path.at(-1) ?? '');
}

export function recipeSchema(operations: readonly CommandOperation[], words: CommandWords): JsonSchema {
  return { ...DRAFT, ...recipeForms('recipe'), $defs: recipeDefinitions(operations, words) };
}

export function configSchema(operations: readonly CommandOperation[], words: CommandWords): JsonSchema {
  const path = { type: 'string', description: 'Path of a recipe file, relative to this file.' };
  return {
    ...DRAFT,
    title: 'fudebako.config.json',
    description: 'Named recipes, and defaults of flags.',
    type: 'object',
    properties: {
      ...HEAD,
      defaults: {
        description: 'Defaults of flags. Flags, and recipes that set the encoding, take precedence.',
        ...parametersSchema(optional(defaultFields), describer('convert', words)),
      },
      recipes: {
        type: 'object',
        description: 'Recipes by name, for `fudebako run NAME`.',
        propertyNames: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' },
        additionalProperties: { anyOf: [path, { $ref: '#/$defs/recipe' }] },
      },
    },
    additionalProperties: false,
    $defs: { ...recipeDefinitions(operations, words), recipe: recipeForms('recipe') },
  };
}

const optional = (fields: Parameters): Parameters =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, required: false }]));

const HEAD = {
  $schema: { type: 'string', description: 'Address of this schema.' },
  version: {
    description: `Version of the format: ${RECIPE_VERSION}.`,
    anyOf: [{ const: RECIPE_VERSION }, { type: 'string', pattern: `^${RECIPE_VERSION}(\\.[0-9]{1,6}){0,2}$` }],
  },
};

const MADE_ON = {
  width: 'Width in pixels.',
  height: 'Height in pixels.',
  cropBy: 'Property of a crop that stays the same: its edges as fractions of the sides, or its aspect ratio.',
} satisfies Record<keyof typeof madeOnFields, string>;

const recipeForms = (title: string): JsonSchema => ({
  title,
  description: 'An operation with its parameters, or several that are applied one after another.',
  anyOf: [
    { $ref: '#/$defs/onlyStep' },
    { type: 'array', items: { $ref: '#/$defs/step' }, minItems: 1, maxItems: MAX_STEPS },
    {
      type: 'object',
      properties: {
        ...HEAD,
        steps: { type: 'array', items: { $ref: '#/$defs/step' }, minItems: 1, maxItems: MAX_STEPS },
      },
      required: ['steps'],
      additionalProperties: false,
    },
  ],
});

function recipeDefinitions(operations: readonly CommandOperation[], words: CommandWords): JsonSchema {
  const step = (head: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: {
      ...head,
      operation: {
        description: 'Name of the operation.',
        oneOf: operations.map(({ id }) => ({ const: id, description: `${summaryOf(words, id)}.` })),
      },
      params: { type: 'object', description: 'Parameters of the operation.' },
      inputs: { type: 'object', description: 'Files of the step besides the image, relative to the recipe.' },
      outputs: { $ref: '#/$defs/outputs' },
      madeOn: {
        description: 'Size of the image for which the values in pixels were chosen. They are adapted to other sizes.',
        ...parametersSchema(madeOnFields, (_, [name = '']) => MADE_ON[name as keyof typeof MADE_ON]),
      },
    },
    anyOf: ['operation', 'outputs'].map((name) => ({ type: 'object', properties: { [name]: {} }, required: [name] })),
    additionalProperties: false,
    allOf: operations.map(({ id, inputs, params }) => ({
      if: { type: 'object', properties: { operation: { const: id } }, required: ['operation'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {
        type: 'object',
        properties: { params: { $ref: `#/$defs/${id}` }, inputs: inputsSchema(inputs) },
        ...(Object.values(params).some(({ required }) => required) && { required: ['params'] }),
      },
    })),
  });
  return {
    ...Object.fromEntries(operations.map(({ id, params }) => [id, parametersSchema(params, describer(id, words))])),
    outputs: {
      type: 'array',
      description: 'Several results of one image, in the last step.',
      items: parametersSchema(optional(outputFields), describer('convert', words)),
      minItems: 1,
      maxItems: MAX_OUTPUTS,
    },
    step: step({}),
    onlyStep: step(HEAD),
  };
}

function inputsSchema(inputs: InputSpecs): JsonSchema {
  const properties = Object.entries(inputs).map(([name, input]) => {
    const { kind, max } = inputSpec(input);
    const file = {
      type: 'string',
      description: `Path of ${kind === 'image' || kind === 'audio' ? 'an' : 'a'} ${kind === 'file' ? 'file' : `${kind} file`}.`,
    };
    return [name, max === undefined ? file : { anyOf: [file, { type: 'array', items: file, maxItems: max }] }];
  });
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}
