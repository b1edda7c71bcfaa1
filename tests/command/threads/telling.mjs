// A job thread that replies with its start options.
import { parentPort, workerData } from 'node:worker_threads';

parentPort.on('message', () => {
  parentPort.postMessage({ kind: 'done', output: [{ facts: workerData, warnings: [] }] });
});
