import type { JobLimits } from '#core/base/job-limits.ts';
import type { NodePlatform } from '../platform/index.ts';
import type { CallQueue } from './call-queue.ts';
import { CallError } from './errors.ts';

/** Internal parts of a platform. A separate module, because the library's published types must not contain them. */
export interface PlatformParts {
  /** Runs small requests in the calling thread, such as reading a header. */
  readonly node: NodePlatform;
  readonly runner: CallQueue;
  readonly limits: JobLimits;
}

const allParts = new WeakMap<object, PlatformParts>();

export function setPlatformParts(platform: object, parts: PlatformParts): void {
  allParts.set(platform, parts);
}

/** Returns a platform's internal parts. Throws CallError `invalidCall` unless `createPlatform` made the platform. */
export function platformParts(platform: object): PlatformParts {
  const parts = allParts.get(platform);
  if (!parts) throw new CallError('invalidCall', 'platform must come from createPlatform().');
  return parts;
}
