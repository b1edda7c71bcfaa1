import { en } from '#core/locales/all-en.ts';
import { type InputKind, inputSpec } from '#core/operation.ts';
import { operations as declared } from '#core/operations/index.ts';
import type { JsonSchema } from '#core/parameters/schema.ts';
import { operationSchema } from '../command/parse/operation-schema.ts';
import type { OperationTypes } from './operations.generated.ts';
import type { EncodingOptions } from './options.ts';

/** Name of an operation, as in the command: `crop`, `write-vertical`. */
export type OperationId = keyof OperationTypes;

/** A recipe step. Declared here, because core's type would add all operations' declarations to the published types. */
export interface RecipeStep extends Partial<RecipeOutputs> {
  readonly operation: OperationId;
  readonly params?: Readonly<Record<string, unknown>>;
  /** File names by input name. Omits the image that comes from the previous step. */
  readonly inputs?: Readonly<Record<string, string | readonly string[]>>;
  /** Size of the image for which the step's values in pixels were chosen. They are adapted to images of other sizes. */
  readonly madeOn?: { readonly width: number; readonly height: number; readonly cropBy?: 'fractions' | 'ratio' };
}

/** List of the results of a recipe with several results: part of the last step, or a separate item after all steps. */
export interface RecipeOutputs {
  readonly outputs: readonly (EncodingOptions & { readonly width?: number })[];
}

/** A recipe in one of its three forms: a step, a list of steps, or a document. */
export type Recipe = RecipeStep | readonly (RecipeStep | RecipeOutputs)[] | RecipeDocument;

/** A recipe in the form of a JSON file: the steps for one image, in order. */
export interface RecipeDocument {
  /** Address of the JSON Schema, for editors. */
  readonly $schema?: string;
  /** Version of the recipe format, 1 by default. */
  readonly version?: number | string;
  readonly steps: readonly (RecipeStep | RecipeOutputs)[];
}

export interface OperationInput {
  readonly name: string;
  readonly kind: InputKind;
  readonly required: boolean;
  /** Maximum number of files, for inputs that accept a list. */
  readonly max?: number;
}

export interface OperationInfo {
  readonly id: OperationId;
  /** English summary of the operation. */
  readonly summary: string;
  readonly inputs: readonly OperationInput[];
  /** Kind of the result: `image`; `file` for audio or video; `data` for `inspect`. */
  readonly output: 'image' | 'file' | 'data';
  /** Extensions that an operation with output `file` can write, without the dot. */
  readonly extensions: readonly string[];
  /** JSON Schema (draft 2020-12) of the parameters, also published as `fudebako/schemas/<id>.json`. */
  readonly schema: JsonSchema;
}

/** All operations, in the same order as in the app. */
export const operations: readonly OperationInfo[] = declared.map((operation) => {
  const { id, output } = operation;
  const { summary } = en.operations[id];
  return {
    id,
    summary,
    inputs: Object.entries(operation.inputs).map(([name, input]) => {
      const { kind, optional = false, max } = inputSpec(input);
      return { name, kind, required: !optional, ...(max === undefined ? {} : { max }) };
    }),
    output,
    extensions: ('extensions' in operation && operation.extensions) || [],
    schema: operationSchema(operation, en),
  };
});
