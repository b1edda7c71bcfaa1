import { workerData } from 'node:worker_threads';
import { createNodePlatform } from '../../platform/index.ts';
import { serveTasks } from '../../platform/thread.ts';
import { jobTasks } from './job-tasks.ts';

const tasks: typeof jobTasks = {
  async job(...input) {
    try {
      return await jobTasks.job(...input);
    } finally {
      // Frees the buffers of this file. Otherwise, V8 keeps up to 64 MB of unused buffers in each thread.
      globalThis.gc?.({ type: 'minor' });
    }
  },
};

serveTasks(tasks, createNodePlatform({ threads: workerData.threads, limits: workerData.limits }));
