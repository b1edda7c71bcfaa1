import type { TaskContext } from '#core/platform/context.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import { createNodePlatform, type NodePlatform } from '../../platform/index.ts';
import type { JobOrder } from '../plan/job-order.ts';
import { runJob } from './job.ts';

let withThreads: { readonly threads: number; readonly platform: NodePlatform } | undefined;

function platformWith({ threads = 0, limits }: JobOrder): NodePlatform {
  if (withThreads?.threads !== threads) {
    withThreads?.platform.close();
    withThreads = { threads, platform: createNodePlatform({ threads, limits }) };
  }
  return withThreads.platform;
}

/** Tasks of the threads of `--jobs` and of library calls. Each task processes one file from start to end. */
export const jobTasks = {
  job: async (order: JobOrder, context: TaskContext) =>
    runJob(order, parseRecipe(order.steps), order.threads ? { ...context, platform: platformWith(order) } : context),
};
