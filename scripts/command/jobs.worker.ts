import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { createNodePlatform } from '../platform/index.ts';
import { serveTasks } from '../platform/thread.ts';
import { jobTasks } from './job-tasks.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: (options: { type: 'minor' }) => void = runInNewContext('gc');
// Flags apply to the whole process, which may be that of the library's user.
setFlagsFromString('--no-expose-gc');

const tasks: typeof jobTasks = {
  async job(...input) {
    try {
      return await jobTasks.job(...input);
    } finally {
      // Frees the buffers of this file. Otherwise, V8 keeps up to 64 MB of unused buffers in each thread.
      collectGarbage({ type: 'minor' });
    }
  },
};

serveTasks(tasks, createNodePlatform({ threads: workerData.threads, limits: workerData.limits }));
