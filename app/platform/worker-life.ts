import { FudebakoError } from '#core/base/errors.ts';
import { STALL_SECONDS } from '#core/base/outside-limits.ts';
import { lifeSign } from './life-signs.ts';

/** What becomes of a worker that another thread has started. */
interface Life {
  /** Its script has begun. */
  onStart?(): void;
  /** It could not be started, has thrown outside of any call, or is gone. Comes once. */
  onDeath(error: FudebakoError): void;
}

/**
 * Follows a worker from its start to its end, for whoever waits for its answers.
 * @returns ends the worker, without `onDeath`
 */
export function watchLife(worker: Worker, { onStart, onDeath }: Life): () => void {
  const gone = new AbortController();
  let hasStarted = false;
  const end = () => {
    clearTimeout(starting);
    gone.abort();
    worker.terminate();
  };
  const die = (cause?: unknown) => {
    if (gone.signal.aborted) return;
    end();
    onDeath(new FudebakoError(hasStarted ? 'workerDied' : 'workerStart', {}, { cause }));
  };
  const starting = setTimeout(() => die(new Error('No answer')), STALL_SECONDS.loading * 1000);
  const listen = { signal: gone.signal };
  worker.addEventListener(
    'error',
    ({ message }) => die(new Error(message || 'The script could not be loaded')),
    listen,
  );
  worker.addEventListener('messageerror', () => die(new Error('A message could not be read')), listen);
  const hear = ({ data }: MessageEvent) => {
    const sign = lifeSign(data);
    if (sign?.sign !== 'hello') return;
    hasStarted = true;
    clearTimeout(starting);
    onStart?.();
    // Granted when the worker gives it up, which is when it ends.
    if (sign.lock) navigator.locks.request(sign.lock, listen, () => die(new Error('It ended'))).catch(() => undefined);
  };
  worker.addEventListener('message', hear, listen);
  return end;
}
