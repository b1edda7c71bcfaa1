import { createNodePlatform } from '#scripts/platform/index.ts';

/** The Node platform without threads: every task runs in the calling thread, and nothing has to be closed. */
export const platform = createNodePlatform({ threads: 0 });
