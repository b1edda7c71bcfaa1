import type { FailOn } from '#core/base/damage.ts';
import type { TextEncoding } from '#core/base/detect-encoding.ts';
import type { SerializedError } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import type { Data } from '#core/operation.ts';
import type { EncodedOutput } from '#core/recipes/outputs.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { type WrittenPaths, writtenPaths } from '../../platform/files.ts';
import { createPulse } from '../../platform/pulse.mjs';
import type { FileCheck, Request } from '../parse/request.ts';
import type { MemoryFile, SharedPixels } from './memory-files.ts';
import type { PlannedJob } from './plan.ts';

/** The work for one file as plain data, which can be sent to a thread. */
export interface JobOrder {
  readonly steps: readonly RecipeStep[];
  /** Kind of the result. With `pixels`, the result is the decoded image itself, without encoding. */
  readonly output: 'image' | 'file' | 'data' | 'pixels' | 'check';
  /** Path of the image that the first step receives. */
  readonly image: string | undefined;
  /** Inputs that `image` and the steps refer to by a name instead of a path. */
  readonly files?: Readonly<Record<string, MemoryFile>>;
  /** Number of threads for the tasks of this file. By default, the runner decides. */
  readonly threads?: number;
  readonly results: readonly ResultOrder[];
  readonly failOn: FailOn;
  readonly textEncoding?: TextEncoding;
  readonly verify?: boolean;
  readonly check?: FileCheck;
  readonly limits: JobLimits;
  /** Shared memory in which the job records its progress. */
  readonly pulse: Int32Array;
}

export interface ResultOrder extends Partial<EncodedOutput> {
  /** The file of the result. Without a file, the job returns the result in memory. */
  readonly file?: WrittenPaths | undefined;
  /** Number of the animation's frame from 1, if every frame has its own result. */
  readonly frame?: number | undefined;
}

/** A warning: its key in the table of translations `warnings`, and values for the placeholders in the translation. */
export interface JobWarning {
  readonly code: string;
  readonly data: Data;
}

export interface JobResult {
  /** Size and format of the result, or the data of an operation that returns data. */
  readonly facts: Data;
  readonly warnings: readonly JobWarning[];
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly pixels?: SharedPixels;
}

export interface ResultFailure {
  readonly error: SerializedError;
}

export const resultOrder = ({ width, encoding, frame }: PlannedJob, file: WrittenPaths | undefined): ResultOrder => ({
  width,
  encoding,
  frame,
  file: writtenPaths(file),
});

export function createOrder(
  job: PlannedJob,
  { steps, output, subject, failOn, textEncoding, verify, check, limits }: Request,
  results: JobOrder['results'],
): JobOrder {
  const isImage = (output === 'image' || check !== undefined) && subject?.kind === 'image';
  const files = job.files ?? job.input;
  const named = subject && !isImage && files !== undefined ? { [subject.name]: files } : {};
  return {
    steps: (job.row?.steps ?? steps).map((step, index) => ({
      ...step,
      operation: step.operation.id as JobOrder['steps'][number]['operation'],
      inputs: index === 0 ? { ...step.inputs, ...named } : step.inputs,
    })),
    output: check ? 'check' : output,
    image: isImage ? job.input : undefined,
    results,
    failOn,
    ...(textEncoding && { textEncoding }),
    ...(verify && { verify }),
    ...(check && { check: check.file }),
    limits,
    pulse: createPulse(),
  };
}
