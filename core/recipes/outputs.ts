import { CancelledError, isOutOfMemory, ParameterError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import { isReservedName } from '../base/outside-json.ts';
import type { Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import { encodeImage, type ImageEncoding } from '../image/codecs/encode.ts';
import type { ScaleParameters } from '../image/scale.ts';
import { convert } from '../operations/convert.ts';
import { scale } from '../operations/scale.ts';
import type { Parameters } from '../parameters/fields.ts';
import { parseField } from '../parameters/parse.ts';
import type { OperationContext } from '../platform/context.ts';

/** One of several output files of an image, such as a WebP with a width of 640 px. */
export interface Output {
  /** Width in pixels; the height follows from the aspect ratio. Smaller images are not enlarged. */
  readonly width?: number;
  readonly encoding: Partial<ImageEncoding>;
}

/** Maximum number of outputs of one image, enough for 20 widths in all four formats. */
export const MAX_OUTPUTS = 80;

export const outputFields: Parameters = { width: scale.params.width, ...convert.params };

/** Parses outputs such as `[{ "width": 640, "format": "webp" }]` from untrusted JSON. Throws ParameterError. */
export function parseOutputs(raw: unknown, path = 'outputs'): Output[] {
  if (!Array.isArray(raw)) throw new ParameterError(path, { type: 'list' }, raw);
  if (raw.length > MAX_OUTPUTS) throw new ParameterError(path, { maxLength: MAX_OUTPUTS }, raw.length);
  if (raw.length === 0) throw new ParameterError(`${path}[0]`, { problem: 'required' }, undefined);
  return Array.from(raw, (item, index) => parseOutput(item, `${path}[${index}]`));
}

function parseOutput(raw: unknown, path: string): Output {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new ParameterError(path, { type: 'object' }, raw);
  const values = Object.entries(raw).map(([name, value]): [string, unknown] => {
    const field = Object.hasOwn(outputFields, name) ? outputFields[name] : undefined;
    const problem = isReservedName(name) ? 'reserved' : 'unknown';
    if (!field) throw new ParameterError(`${path}.${name}`, { problem }, value);
    return [name, value === undefined ? undefined : parseField(field, value, `${path}.${name}`)];
  });
  const { width, ...encoding } = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return { ...(width === undefined ? {} : { width: width as number }), encoding };
}

/** Removes `outputs` from the recipe's last item, and the item if nothing else is in it. Throws ParameterError. */
export function splitOutputs(raw: unknown): {
  readonly recipe: unknown;
  readonly outputs: readonly Output[] | undefined;
} {
  const last: unknown = Array.isArray(raw) ? raw.at(-1) : raw;
  if (typeof last !== 'object' || last === null || !Object.hasOwn(last, 'outputs'))
    return { recipe: raw, outputs: undefined };
  const { outputs, ...step } = last as Record<string, unknown>;
  const place = Array.isArray(raw) ? `[${raw.length - 1}].outputs` : 'outputs';
  const before: unknown[] = Array.isArray(raw) ? raw.slice(0, -1) : [];
  const isStep = Object.keys(step).length > 0;
  const recipe = Array.isArray(raw) || !isStep ? [...before, ...(isStep ? [step] : [])] : step;
  return { recipe, outputs: parseOutputs(outputs, place) };
}

/** Returns a recipe as JSON with the outputs in the last item, from which `splitOutputs` reads them. */
export const withOutputs = (recipe: readonly unknown[], outputs: readonly Output[] | undefined): readonly unknown[] =>
  outputs ? [...recipe, { outputs: outputs.map(({ width, encoding }) => ({ width, ...encoding })) }] : recipe;

/** True if file names must contain the width to be unique. */
export const needsWidth = (outputs: readonly Output[]): boolean => outputs.some(({ width }) => width !== undefined);

export const widthParameters = (width: number): ScaleParameters => ({
  width,
  keepAspect: false,
  withoutEnlargement: true,
});

/** Limits the outputs' widths to the image's width, without enlarging. Drops outputs that thereby become equal. */
export function outputsFor(outputs: readonly Output[], { width: ownWidth }: Size): Output[] {
  const seen = new Set<string>();
  return outputs.flatMap(({ width, encoding }) => {
    const output = width === undefined ? { encoding } : { width: Math.min(width, ownWidth), encoding };
    const key = JSON.stringify(output);
    if (seen.has(key)) return [];
    seen.add(key);
    return [output];
  });
}

/** A width and an encoding with a known format, from which an output file is made. */
export interface EncodedOutput {
  readonly width?: number | undefined;
  readonly encoding: ImageEncoding;
}

export interface OutputBytes extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Scales and encodes outputs of one image, one per worker at a time. Passes each result to `use` at once. Returns for
 * each output the value of `use` or the error; a failed output doesn't stop the other outputs.
 * @param source file from which metadata is copied
 * @throws CancelledError; out-of-memory errors
 */
export async function makeOutputs<Used>(
  image: Raster,
  outputs: readonly EncodedOutput[],
  context: OperationContext,
  source: SourceFile | undefined,
  use: (made: OutputBytes, index: number) => Promise<Used>,
): Promise<PromiseSettledResult<Used>[]> {
  const settled: PromiseSettledResult<Used>[] = [];
  const takeScaled = shareScaled(image, outputs, context);
  const progress = createProgress(outputs.length, context.onProgress);
  const make = async (index: number, { width, encoding }: EncodedOutput): Promise<PromiseSettledResult<Used>> => {
    try {
      const raster = await takeScaled(width);
      const writing = { ...context, onProgress: progress(index) };
      const bytes = await encodeImage(raster, encoding, writing, source);
      return { status: 'fulfilled', value: await use({ bytes, width: raster.width, height: raster.height }, index) };
    } catch (reason) {
      if (reason instanceof CancelledError || isOutOfMemory(reason)) throw reason;
      return { status: 'rejected', reason };
    }
  };
  const queue = outputs.entries();
  const worker = async () => {
    for (const [index, output] of queue) {
      if (context.signal?.aborted) throw new CancelledError();
      settled[index] = await make(index, output);
    }
  };
  const count = Math.min(context.platform.workers.size, outputs.length);
  const workers = await Promise.allSettled(Array.from({ length: count }, worker));
  for (const each of workers) if (each.status === 'rejected') throw each.reason;
  return settled;
}

/** Scales the image once per width, and releases a scaled image after the last output of its width. */
function shareScaled(image: Raster, outputs: readonly EncodedOutput[], context: OperationContext) {
  const waiting = new Map<number, { count: number; raster?: Promise<Raster> }>();
  for (const { width } of outputs)
    if (width !== undefined) waiting.set(width, { count: (waiting.get(width)?.count ?? 0) + 1 });
  return async (width: number | undefined): Promise<Raster> => {
    const entry = width === undefined ? undefined : waiting.get(width);
    if (!entry || width === undefined) return image;
    entry.raster ??= scaleTo(image, width, context);
    const { raster } = entry;
    entry.count--;
    if (entry.count === 0) waiting.delete(width);
    return raster;
  };
}

async function scaleTo(image: Raster, width: number, { platform, signal, limits }: OperationContext): Promise<Raster> {
  return (await import('../image/scale.ts')).scale(image, widthParameters(width), { platform, signal, limits });
}

/** Returns a progress callback for each output; the total progress is the average of the outputs. */
function createProgress(count: number, onProgress: OperationContext['onProgress']) {
  const fractions = new Float64Array(count);
  return (index: number): OperationContext['onProgress'] =>
    onProgress &&
    ((fraction) => {
      fractions[index] = fraction;
      onProgress(fractions.reduce((sum, each) => sum + each, 0) / count);
    });
}
