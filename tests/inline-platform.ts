import { createNodePlatform } from '#scripts/platform/index.ts';

/** The Node platform without threads: every task runs in the calling thread, and nothing has to be closed. */
export const platform = createNodePlatform({ threads: 0 });

/** The same platform with a decoder that fails the test if called. */
export const idle: typeof platform = {
  ...platform,
  workers: { ...platform.workers, run: () => Promise.reject(new Error('Something was decoded')) },
};
