// In the place of `scripts/platform/thread.mjs` where everything is compiled: a thread's first module.
import { workerData } from 'node:worker_threads';

await import(workerData.module);
