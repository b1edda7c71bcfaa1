// A thread of jobs that replies with what it was started with.
import { parentPort, workerData } from 'node:worker_threads';

parentPort.on('message', () => {
  parentPort.postMessage({ kind: 'done', output: { facts: workerData, warnings: [] } });
});
