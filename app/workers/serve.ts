import { expose } from 'comlink';
import { hideBrokenSoundDecoder } from '../platform/webkitgtk.ts';
import { announceWorker, sendWorkerSignal, workerSignal } from '../platform/worker-signals.ts';
import { carryErrors } from './comlink-errors.ts';

/** Exposes a worker's functions to `page-worker.ts`, including errors and worker signals. */
export function serve(api: object): void {
  carryErrors();
  hideBrokenSoundDecoder();
  self.addEventListener('message', ({ data }: MessageEvent) => {
    if (workerSignal(data)?.sign === 'ping') sendWorkerSignal({ sign: 'pong' });
  });
  expose(api);
  void announceWorker();
}
