import { createNodePlatform, type NodePlatform } from '../platform/index.ts';

/** What operations run on: codecs, canvases, and threads for what takes long. */
export interface Platform {
  /** Ends the threads at once. Idle ones do not keep the process alive, so this is only for leaving early. */
  close(): void;
}

export interface PlatformOptions {
  /** Threads for what takes long; 0 does everything where it is called. One for each processor by default. */
  readonly threads?: number;
}

const platforms = new WeakMap<Platform, NodePlatform>();
let shared: Platform | undefined;

/**
 * A platform of one's own, for a number of threads of one's own. Make one and give it to every
 * call: each has its own threads and keeps compiled codecs in them.
 *
 * @throws RangeError for a number of threads that is not whole and 0 or more
 */
export function createPlatform({ threads }: PlatformOptions = {}): Platform {
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 0))
    throw new RangeError(`threads must be a whole number, 0 or more, not ${threads}`);
  const node = createNodePlatform({ threads });
  const platform: Platform = { close: () => node.close() };
  platforms.set(platform, node);
  return platform;
}

/**
 * The platform behind the one that a caller has; the one that all calls without share.
 * @throws TypeError for what `createPlatform` has not made
 */
export function nodePlatform(platform: Platform | undefined): NodePlatform {
  shared ??= createPlatform();
  const node = platforms.get(platform ?? shared);
  if (!node) throw new TypeError('A platform is what createPlatform() makes');
  return node;
}
