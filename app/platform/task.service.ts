import type { TaskReply, TaskRequest } from '#core/workers/messages.ts';
import { answerTask } from '#core/workers/run-task.ts';
import { tasks } from '#core/workers/tasks.ts';
import { createBrowserPlatform } from './browser.ts';
import { announceWorker } from './worker-signals.ts';
import { inlineWorkers } from './workers.ts';

const inner = createBrowserPlatform(inlineWorkers);
const reply = (message: TaskReply, transfer: ArrayBuffer[] = []) => self.postMessage(message, { transfer });

const platform: typeof inner = {
  ...inner,
  async wasm(name) {
    const module = await inner.wasm(name);
    // Reports progress after the codec's download, so the codec's time limit excludes the download.
    reply({ kind: 'progress', fraction: 0 });
    return module;
  },
};

self.onmessage = ({ data }: MessageEvent<TaskRequest>) => answerTask(tasks, data, platform, reply);
void announceWorker();
