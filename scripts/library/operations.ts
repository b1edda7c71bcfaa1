import { type InputKind, inputSpec } from '#core/operation.ts';
import { operations as declared } from '#core/operations/index.ts';
import type { JsonSchema } from '#core/parameters/schema.ts';
import { en } from '#core/words/en.ts';
import { operationSchema } from '../command/operation-schema.ts';
import type { OperationTypes } from './operations.generated.ts';

/** The name of an operation, which is also the command's: `crop`, `write-vertical`. */
export type OperationId = keyof OperationTypes;

/** An input as an operation declares it. */
export interface OperationInput {
  readonly name: string;
  readonly kind: InputKind;
  readonly required: boolean;
  /** Of an input that takes a list: how many at most. */
  readonly max?: number;
}

/** What there is to know of an operation. */
export interface OperationInfo {
  readonly id: OperationId;
  /** In English. */
  readonly summary: string;
  readonly inputs: readonly OperationInput[];
  /** A picture; a sound or video; or data (`inspect`). */
  readonly output: 'image' | 'file' | 'data';
  /** What a result of output `file` can be, without the dot. */
  readonly extensions: readonly string[];
  /** The JSON Schema (draft 2020-12) of the parameters; also in `fudebako/schemas/<id>.json`. */
  readonly schema: JsonSchema;
}

/** Every operation there is, in the order people meet them. */
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
    schema: operationSchema(operation, summary),
  };
});
