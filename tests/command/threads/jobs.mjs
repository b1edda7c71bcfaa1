// A job thread that loops forever at one job and replies to all others.
import { parentPort } from 'node:worker_threads';
import { allow } from '../../../scripts/platform/pulse.mjs';

parentPort.on('message', ({ input: { image, pulse } }) => {
  allow(pulse, 1, image === 'spin-working.png' ? 'working' : 'reading');
  if (image.startsWith('spin')) for (;;);
  parentPort.postMessage({ kind: 'done', output: [{ facts: { image }, warnings: [] }] });
});
