// A thread of jobs: one that is told to spins, another answers.
import { parentPort } from 'node:worker_threads';
import { allow } from '../../../scripts/platform/pulse.mjs';

parentPort.on('message', ({ input: { image, pulse } }) => {
  allow(pulse, 1, image === 'spin-working.png' ? 'working' : 'reading');
  if (image.startsWith('spin')) for (;;);
  parentPort.postMessage({ kind: 'done', output: { facts: { image }, warnings: [] } });
});
