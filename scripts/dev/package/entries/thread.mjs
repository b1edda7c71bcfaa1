// First module of a thread in the published package; a checkout uses `scripts/platform/thread.mjs`.
import { workerData } from 'node:worker_threads';

await import(workerData.module);
