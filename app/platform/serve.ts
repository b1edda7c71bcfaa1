import { expose } from 'comlink';
import { carryErrors } from './comlink-errors.ts';
import { announceWorker, lifeSign, sendLifeSign } from './life-signs.ts';
import { hideBrokenSoundDecoder } from './webkitgtk.ts';

/** Exposes a worker's API to `page-worker.ts`, including errors and life signs. */
export function serve(api: object): void {
  carryErrors();
  hideBrokenSoundDecoder();
  self.addEventListener('message', ({ data }: MessageEvent) => {
    if (lifeSign(data)?.sign === 'ping') sendLifeSign({ sign: 'pong' });
  });
  expose(api);
  void announceWorker();
}
