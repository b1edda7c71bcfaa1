import { tasks } from '#core/tasks.ts';
import { answerTask, type TaskRequest } from '#core/workers.ts';
import { createBrowserPlatform } from './browser.ts';
import { inlineWorkers } from './workers.ts';

/** A worker of the pool: runs one of core's tasks after another. */
const platform = createBrowserPlatform(inlineWorkers);

self.onmessage = ({ data }: MessageEvent<TaskRequest>) =>
  answerTask(tasks, data, platform, (reply, transfer) => self.postMessage(reply, { transfer }));
