// Replaces `scripts/platform/thread.mjs` in compiled code: the first module of a thread.
import { workerData } from 'node:worker_threads';

await import(workerData.module);
