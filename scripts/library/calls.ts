import { ParameterError } from '#core/base/errors.ts';
import { type InputSpec, type InputSpecs, inputSpec } from '#core/operation.ts';
import { convert } from '#core/operations/convert.ts';
import { type AnyOperation, findOperation } from '#core/operations/index.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { type Output, parseOutputs } from '#core/recipes/outputs.ts';
import { type ParsedStep, parseOperationParameters, tooFewFiles } from '#core/recipes/recipe.ts';
import { checkedFiles } from './boundary.ts';
import { CallError } from './errors.ts';
import { operations } from './operations.ts';
import type { OutputOptions, ResultOptions } from './options.ts';
import type { OutputResult } from './results.ts';
import { type Call, type FoundFile, runOutputs } from './run.ts';
import type { FileInput } from './sources.ts';

export const RUN_OPTIONS: readonly string[] = ['platform', 'signal', 'onProgress', 'failOn'];
export const RESULT_OPTIONS = [...RUN_OPTIONS, 'output', 'force', 'sync', 'outputs', ...Object.keys(convert.params)];
export const RECIPE_OPTIONS = [...RESULT_OPTIONS, 'files', 'folder'];

/** Creates a call of one operation. Its files get generated names, because recipe steps refer to files by name. */
export function createCall(id: string, inputs: unknown, parameters: unknown, isReplaced = false): Call {
  const operation = findOperation(id);
  if (!operation) throw new ParameterError('operation', { options: operations.map((each) => each.id) }, id);
  const files = new Map<string, FoundFile>();
  const references: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(checkedFiles(inputs, 'The inputs'))) {
    if (!Object.hasOwn(operation.inputs, name)) throw new ParameterError(name, { problem: 'unknown' }, undefined);
    if (value === undefined) continue;
    const items: unknown[] = Array.isArray(value) ? value : [value];
    const unnamed = unnamedAs(operation.inputs[name]);
    const names = items.map((_, index) => `${name}[${index}]`);
    for (const [index, item] of items.entries())
      files.set(names[index] as string, { input: item as FileInput, fallbackName: unnamed });
    references[name] = Array.isArray(value) ? names : (names[0] as string);
  }
  checkCounts(operation, references);
  if (isReplaced) {
    parseParameters(operation.params, parameters);
    if (Object.keys(parameters ?? {}).length > 0)
      throw new ParameterError(
        'outputs',
        { problem: 'exclusive', alternatives: Object.keys(parameters ?? {}) },
        parameters,
      );
    const image = references.image as string;
    return { steps: [], image: files.get(image)?.input, find: (reference) => files.get(reference) as FoundFile };
  }
  const step: ParsedStep = { operation, params: parseOperationParameters(operation, parameters), inputs: references };
  return { steps: [step], find: (reference) => files.get(reference) as FoundFile };
}

/** True if the operation is `scale` and the outputs set the widths, so that `scale` itself is not needed. */
export const replacesScale = (operation: string, outputs: readonly OutputOptions[] | undefined): boolean =>
  operation === 'scale' && Array.isArray(outputs) && outputs.some((each) => each?.width !== undefined);

function withoutPlace(options: unknown): unknown {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return options;
  const { output: _, ...encoding } = options as OutputOptions;
  return encoding;
}

/** Validates `outputs`, which are untrusted, and runs a call with several results. */
export function runMany(
  call: Call,
  outputs: readonly OutputOptions[],
  options: ResultOptions,
): Promise<OutputResult[]> {
  const encodings = Array.isArray(outputs) ? outputs.map(withoutPlace) : outputs;
  const parsed = parseOutputs(encodings).map((each, index) => ({ ...each, output: outputs[index]?.output }));
  return runParsed(call, parsed, options);
}

/** Runs a call with several results. Throws ParameterError if the call can have only one result. */
export async function runParsed(
  call: Call,
  outputs: readonly (Output & Pick<OutputOptions, 'output'>)[],
  options: ResultOptions,
): Promise<OutputResult[]> {
  if (options.output !== undefined)
    throw new ParameterError('output', { problem: 'exclusive', alternatives: ['outputs'] }, options.output);
  if (call.steps.at(-1)?.operation.output === 'file')
    throw new ParameterError('outputs', { problem: 'unknown' }, outputs);
  refuseData(call.steps);
  return runOutputs(call, options, outputs);
}

/** Rejects steps that return data, because only `inspect` returns data. */
export function refuseData(steps: readonly ParsedStep[]): void {
  const last = steps.at(-1)?.operation;
  if (last?.output === 'data')
    throw new CallError('invalidCall', `${last.id} returns data; call ${last.id}() instead.`);
}

/** Returns a name for bytes, with the input's extension if the input accepts exactly one extension. */
export function unnamedAs(spec: InputSpecs[string] | undefined): string | undefined {
  const [extension] = (typeof spec === 'object' && spec.extensions) || [];
  return extension && `input.${extension}`;
}

function checkCounts(operation: AnyOperation, references: Readonly<Record<string, string | string[]>>): void {
  for (const [name, files] of Object.entries(references)) {
    const { max, min = 0 } = inputSpec(operation.inputs[name] as InputSpec);
    const count = [files].flat().length;
    if (count < min) throw tooFewFiles(operation, min, count);
    if (Array.isArray(files) && max === undefined) throw new ParameterError(name, { maxLength: 1 }, files.length);
    if (max !== undefined && Array.isArray(files) && files.length > max)
      throw new ParameterError(name, { maxLength: max }, files.length);
  }
}
