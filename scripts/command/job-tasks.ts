import type { TaskContext } from '#core/platform/context.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import { type JobOrder, runJob } from './job.ts';

/** Tasks of the threads of `--jobs`, each of which processes one file from start to end. */
export const jobTasks = {
  job: async (order: JobOrder, context: TaskContext) => runJob(order, parseRecipe(order.steps), context),
};
