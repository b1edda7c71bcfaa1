import type { TaskContext } from '#core/platform/context.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import { type JobOrder, type JobResult, runJob } from './job.ts';

/** Tasks of the threads of `--jobs`, each of which processes one file from start to end. */
export const jobTasks = {
  job: async (order: JobOrder, context: TaskContext): Promise<JobResult> =>
    runJob(order, parseRecipe(order.steps), context),
};
