import { basename } from 'node:path';
import { type WrittenPaths, writtenPaths } from '../platform/files.ts';
import { createPulse } from '../platform/pulse.mjs';
import { STDIO } from '../platform/standard-streams.ts';
import type { CachedJob, ResultCache } from './cache.ts';
import type { JobOrder, ResultOrder } from './job.ts';
import type { PlannedJob } from './plan.ts';
import type { Request } from './request.ts';

export const resultOrder = ({ width, encoding }: PlannedJob, file: WrittenPaths | undefined): ResultOrder => ({
  width,
  encoding,
  file: writtenPaths(file),
});

export function createOrder(
  job: PlannedJob,
  { steps, output, subject, failOn, textEncoding, verify, check, limits }: Request,
  results: JobOrder['results'],
): JobOrder {
  const isPicture = (output === 'image' || check !== undefined) && subject?.kind === 'image';
  const named = subject && !isPicture && job.input !== undefined ? { [subject.name]: job.input } : {};
  return {
    steps: (job.row?.steps ?? steps).map((step, index) => ({
      ...step,
      operation: step.operation.id as JobOrder['steps'][number]['operation'],
      inputs: index === 0 ? { ...step.inputs, ...named } : step.inputs,
    })),
    output: check ? 'check' : output,
    image: isPicture ? job.input : undefined,
    results,
    failOn,
    ...(textEncoding && { textEncoding }),
    ...(verify && { verify }),
    ...(check && { check: check.file }),
    limits,
    pulse: createPulse(),
  };
}

export interface FoundJob extends CachedJob {
  /** True if the output exists with the stored content. */
  readonly isSame: boolean;
}

/** Looks up a job in the cache. Returns `undefined` without a cache, and for data results. */
export async function findCached(
  job: PlannedJob,
  request: Request,
  cache: ResultCache | undefined,
): Promise<FoundJob | undefined> {
  if (!cache || job.output === undefined) return undefined;
  // The cache key contains `-` for stdin, because the temporary file of stdin has a random name.
  const nameOf = (path: string) => (path === request.standardInput ? STDIO : basename(path));
  const found = await cache.find(createOrder(job, request, [resultOrder(job, undefined)]), nameOf);
  const isSame = job.output !== STDIO && found.entry !== undefined && (await cache.isSame(job.output, found.entry));
  return { ...found, isSame };
}
