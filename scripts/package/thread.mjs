// First module of a thread in compiled code, in place of `scripts/platform/thread.mjs`.
import { workerData } from 'node:worker_threads';

await import(workerData.module);
