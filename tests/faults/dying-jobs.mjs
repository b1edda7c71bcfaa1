// A worker thread that exits instead of sending its n-th message. A file counts the messages of all threads.
import { readFileSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const { searchParams } = new URL(workerData.module);
const dieAt = Number(searchParams.get('at'));
const counter = searchParams.get('counter');

const post = parentPort.postMessage.bind(parentPort);
parentPort.postMessage = (message, transfer) => {
  const count = Number(readFileSync(counter, 'utf8'));
  writeFileSync(counter, String(count + 1));
  if (count !== dieAt) post(message, transfer);
  else if (searchParams.get('how') === 'exit') process.exit(3);
  else
    process.nextTick(() => {
      throw new Error('The thread died');
    });
};

workerData.module = new URL('../../scripts/command/run/jobs.worker.ts', import.meta.url).href;
// The query makes Node load `thread.mjs` a second time. This copy imports the real module of job threads.
await import('../../scripts/platform/thread.mjs?jobs');
