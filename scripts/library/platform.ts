import { availableParallelism } from 'node:os';
import { ParameterError } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import { number, parameters } from '#core/parameters/fields.ts';
import { parseField } from '#core/parameters/parse.ts';
import { createNodePlatform } from '../platform/index.ts';
import { limitFields, needsWatch } from '../platform/job-limits.ts';
import { checkOptions } from './boundary.ts';
import { createCallQueue } from './call-queue.ts';
import { setPlatformParts } from './platform-parts.ts';

/** Codecs, canvases and worker threads that operations run on. */
export interface Platform {
  /** Terminates the threads at once, to exit early. Idle threads don't keep the process alive. */
  close(): void;
}

export interface PlatformOptions {
  /** Number of threads for the parts of one call, by default one per CPU. With 0, everything runs in the calling thread. */
  readonly threads?: number;
  /** Number of calls that run at once, each in a thread; the others wait. One per CPU by default, 1 with `maxMemory`. */
  readonly concurrency?: number;
  /**
   * Memory in megabytes that the running calls may need together, estimated from the sizes of their images. Calls wait
   * for memory; a call that needs more runs alone. No limit by default.
   */
  readonly memoryLimit?: number;
  /** Largest image that is decoded or created, in pixels. The default is also the maximum: 100,000,000. */
  readonly maxPixels?: number;
  /** Memory limit in megabytes: the process's growth during the call. Needs worker threads. No limit by default. */
  readonly maxMemory?: number;
  /** Time limit of a call in seconds. No limit by default. Needs worker threads. */
  readonly timeout?: number;
}

const MAX_CONCURRENCY = 256;

const PLATFORM_OPTIONS = ['threads', 'concurrency', 'memoryLimit', 'maxPixels', 'maxMemory', 'timeout'];

const queueFields = parameters({
  concurrency: number({ min: 1, max: MAX_CONCURRENCY, fractionDigits: 0 }),
  memoryLimit: limitFields.maxMemory,
});

let shared: Platform | undefined;

/**
 * Creates a platform with its own threads. Create one platform and pass it to every call, because it caches compiled
 * codecs.
 *
 * @throws RangeError for an invalid number of threads; ParameterError for another invalid limit
 */
export function createPlatform(options: PlatformOptions = {}): Platform {
  checkOptions(options, PLATFORM_OPTIONS);
  const { threads = availableParallelism(), maxPixels, maxMemory, timeout } = options;
  if (!(Number.isInteger(threads) && threads >= 0))
    throw new RangeError(`threads must be a whole number, 0 or more, not ${threads}`);
  const limits: JobLimits = {
    maxPixels: parseField(limitFields.maxPixels, maxPixels, 'maxPixels') as number | undefined,
    maxMemory: parseField(limitFields.maxMemory, maxMemory, 'maxMemory') as number | undefined,
    timeout: parseField(limitFields.timeout, timeout, 'timeout') as number | undefined,
  };
  // Only a worker thread can be terminated while it works.
  if (threads === 0 && needsWatch(limits)) throw new ParameterError('threads', { min: 1 }, threads);
  const field = (name: keyof typeof queueFields) =>
    parseField(queueFields[name], options[name], name) as number | undefined;
  // Memory growth can only be attributed to a call that runs alone.
  const concurrency = field('concurrency') ?? (maxMemory === undefined ? availableParallelism() : 1);
  const memoryLimit = field('memoryLimit');
  const node = createNodePlatform({ threads, limits });
  const memoryBytes = memoryLimit && memoryLimit * 1e6;
  const runner = createCallQueue({ concurrency, memoryBytes, threads, limits, node });
  const close = () => {
    runner.close();
    node.close();
  };
  const platform: Platform = { close };
  setPlatformParts(platform, { node, runner, limits });
  return platform;
}

/** Returns the platform of calls that name none. */
export function sharedPlatform(): Platform {
  shared ??= createPlatform();
  return shared;
}
