import type { TaskContext } from '#core/platform/context.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import { type JobOrder, type JobResult, runJob } from './job.ts';

/** What the threads of `--jobs` do: whole files, each in one thread from end to end. */
export const jobTasks = {
  job: async (order: JobOrder, context: TaskContext): Promise<JobResult> =>
    runJob(order, parseRecipe(order.steps), context),
};
