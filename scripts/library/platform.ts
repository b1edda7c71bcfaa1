import { availableParallelism } from 'node:os';
import { ParameterError } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import { number, parameters, renamed } from '#core/parameters/fields.ts';
import { parseField, withCurrentNames } from '#core/parameters/parse.ts';
import { createNodePlatform } from '../platform/index.ts';
import { limitFields, needsWatch } from '../platform/job-limits.ts';
import { checkOptions } from './boundary.ts';
import { createCallQueue } from './call-queue.ts';
import { toCallError } from './errors.ts';
import { setPlatformParts } from './platform-parts.ts';

/** Codecs, canvases and worker threads on which operations run. */
export interface Platform {
  /** Terminates all threads immediately. Not required for exit, because idle threads don't keep the process alive. */
  close(): void;
}

export interface PlatformOptions {
  /**
   * Number of threads for one call's tasks; by default, one per CPU. With 0, all tasks run in the calling thread: an abort
   * then takes effect when the running decoder or encoder returns.
   */
  readonly threads?: number;
  /** Number of calls that run at once; further calls wait. By default, one per CPU, or 1 if `maxMemory` is set. */
  readonly concurrency?: number;
  /** Megabytes that all running calls may need, estimated from image sizes. A call that needs more runs alone. */
  readonly totalMemory?: number;
  /** @deprecated Use `totalMemory`. */
  readonly memoryLimit?: number;
  /** Maximum size of images in pixels, decoded or created. The default, 100,000,000, is also the maximum. */
  readonly maxPixels?: number;
  /** Memory limit in megabytes for the process's growth during a call. Needs worker threads. No limit by default. */
  readonly maxMemory?: number;
  /** Time limit of a call in seconds. No limit by default. Needs worker threads. */
  readonly timeout?: number;
}

const MAX_CONCURRENCY = 256;
const MAX_THREADS = 256;

const PLATFORM_OPTIONS = ['threads', 'concurrency', 'totalMemory', 'maxPixels', 'maxMemory', 'timeout', 'memoryLimit'];

const queueFields = parameters({
  threads: number({ min: 0, max: MAX_THREADS, fractionDigits: 0 }),
  concurrency: number({ min: 1, max: MAX_CONCURRENCY, fractionDigits: 0 }),
  totalMemory: renamed('memoryLimit', limitFields.maxMemory),
});

let shared: Platform | undefined;

/**
 * Creates a platform with separate threads. Reuse the platform, which caches codecs, for all calls.
 * @throws ParameterError for an invalid option
 */
export function createPlatform(options: PlatformOptions = {}): Platform {
  try {
    return createValidPlatform(options);
  } catch (error) {
    throw toCallError(error);
  }
}

function createValidPlatform(options: PlatformOptions): Platform {
  checkOptions(options, PLATFORM_OPTIONS);
  const { maxPixels, maxMemory, timeout } = options;
  const limits: JobLimits = {
    maxPixels: parseField(limitFields.maxPixels, maxPixels, 'maxPixels') as number | undefined,
    maxMemory: parseField(limitFields.maxMemory, maxMemory, 'maxMemory') as number | undefined,
    timeout: parseField(limitFields.timeout, timeout, 'timeout') as number | undefined,
  };
  const queue = withCurrentNames(queueFields, options);
  const field = (name: keyof typeof queueFields) =>
    parseField(queueFields[name], queue[name], name) as number | undefined;
  const threads = field('threads') ?? availableParallelism();
  // Time and memory limits need a thread, because only a worker thread can be terminated during work.
  if (threads === 0 && needsWatch(limits)) throw new ParameterError('threads', { min: 1 }, threads);
  // With a memory limit, runs one call at a time, because memory growth must belong to a known call.
  const concurrency = field('concurrency') ?? (maxMemory === undefined ? availableParallelism() : 1);
  const totalMemory = field('totalMemory');
  const node = createNodePlatform({ threads, limits });
  const memoryBytes = totalMemory && totalMemory * 1e6;
  const runner = createCallQueue({ concurrency, memoryBytes, threads, limits, node });
  const close = () => {
    runner.close();
    node.close();
  };
  const platform: Platform = { close };
  setPlatformParts(platform, { node, runner, limits });
  return platform;
}

/** Returns the platform that is shared by all calls without a platform of their own. */
export function sharedPlatform(): Platform {
  shared ??= createPlatform();
  return shared;
}
