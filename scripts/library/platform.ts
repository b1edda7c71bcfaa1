import { ParameterError } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import { parseField } from '#core/parameters/parse.ts';
import { createNodePlatform, type NodePlatform } from '../platform/index.ts';
import { limitFields, needsWatch } from '../platform/job-limits.ts';

/** Codecs, canvases and worker threads that operations run on. */
export interface Platform {
  /** Terminates the threads at once, to exit early. Idle threads don't keep the process alive. */
  close(): void;
}

export interface PlatformOptions {
  /** Number of worker threads, by default one per CPU. With 0, everything runs in the calling thread. */
  readonly threads?: number;
  /** Largest image that is decoded or created, in pixels. The default is also the maximum: 100,000,000. */
  readonly maxPixels?: number;
  /** Memory limit in megabytes: the process's growth during the call. Needs worker threads. No limit by default. */
  readonly maxMemory?: number;
  /** Time limit of a call in seconds. No limit by default. Needs worker threads. */
  readonly timeout?: number;
}

export interface PlatformParts {
  readonly node: NodePlatform;
  readonly limits: JobLimits;
}

const platforms = new WeakMap<Platform, PlatformParts>();
let shared: Platform | undefined;

/**
 * Creates a platform with its own threads. Create one platform and pass it to every call, because it caches compiled
 * codecs.
 *
 * @throws RangeError for an invalid number of threads; ParameterError for another invalid limit
 */
export function createPlatform({ threads, maxPixels, maxMemory, timeout }: PlatformOptions = {}): Platform {
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 0))
    throw new RangeError(`threads must be a whole number, 0 or more, not ${threads}`);
  const limits: JobLimits = {
    maxPixels: parseField(limitFields.maxPixels, maxPixels, 'maxPixels') as number | undefined,
    maxMemory: parseField(limitFields.maxMemory, maxMemory, 'maxMemory') as number | undefined,
    timeout: parseField(limitFields.timeout, timeout, 'timeout') as number | undefined,
  };
  // Only a worker thread can be terminated while it works.
  if (threads === 0 && needsWatch(limits)) throw new ParameterError('threads', { min: 1 }, threads);
  const node = createNodePlatform({ threads, limits });
  const platform: Platform = { close: () => node.close() };
  platforms.set(platform, { node, limits });
  return platform;
}

/**
 * Returns the internals of a platform, or of the shared default platform.
 * @throws TypeError for an object that `createPlatform` did not create
 */
export function platformParts(platform: Platform | undefined): PlatformParts {
  shared ??= createPlatform();
  const parts = platforms.get(platform ?? shared);
  if (!parts) throw new TypeError('platform must come from createPlatform()');
  return parts;
}
