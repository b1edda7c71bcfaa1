import { ParameterError } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import { parseField } from '#core/parameters/parse.ts';
import { createNodePlatform, type NodePlatform } from '../platform/index.ts';
import { limitFields, needsWatch } from '../platform/job-limits.ts';

/** What operations run on: codecs, canvases, and threads for what takes long. */
export interface Platform {
  /** Ends the threads at once. Idle ones do not keep the process alive, so this is only for leaving early. */
  close(): void;
}

export interface PlatformOptions {
  /** Threads for what takes long; 0 does everything where it is called. One for each processor by default. */
  readonly threads?: number;
  /** Pixels of any image that is decoded or made; 100,000,000 at most, which is the default. */
  readonly maxPixels?: number;
  /**
   * Megabytes that a call may take: by so much may the process's memory grow while the call runs, in which calls at the
   * same time count together. None by default. Needs threads.
   */
  readonly maxMemory?: number;
  /** Seconds that a call may take. None by default. Needs threads. */
  readonly timeout?: number;
}

/** A platform's own side. */
export interface PlatformParts {
  readonly node: NodePlatform;
  readonly limits: JobLimits;
}

const platforms = new WeakMap<Platform, PlatformParts>();
let shared: Platform | undefined;

/**
 * A platform of one's own, for a number of threads of one's own. Make one and give it to every
 * call: each has its own threads and keeps compiled codecs in them.
 *
 * @throws RangeError for a number of threads that is not whole and 0 or more; ParameterError for another limit
 */
export function createPlatform({ threads, maxPixels, maxMemory, timeout }: PlatformOptions = {}): Platform {
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 0))
    throw new RangeError(`threads must be a whole number, 0 or more, not ${threads}`);
  const limits: JobLimits = {
    maxPixels: parseField(limitFields.maxPixels, maxPixels, 'maxPixels') as number | undefined,
    maxMemory: parseField(limitFields.maxMemory, maxMemory, 'maxMemory') as number | undefined,
    timeout: parseField(limitFields.timeout, timeout, 'timeout') as number | undefined,
  };
  // Only a thread can be ended amid its work.
  if (threads === 0 && needsWatch(limits)) throw new ParameterError('threads', { min: 1 }, threads);
  const node = createNodePlatform({ threads, limits });
  const platform: Platform = { close: () => node.close() };
  platforms.set(platform, { node, limits });
  return platform;
}

/**
 * The platform behind the one that a caller has; the one that all calls without share.
 * @throws TypeError for what `createPlatform` has not made
 */
export function platformParts(platform: Platform | undefined): PlatformParts {
  shared ??= createPlatform();
  const parts = platforms.get(platform ?? shared);
  if (!parts) throw new TypeError('platform must come from createPlatform()');
  return parts;
}
