import { FudebakoError } from '#core/base/errors.ts';
import { STALL_SECONDS } from '#core/base/outside-limits.ts';
import { workerSignal } from './worker-signals.ts';

interface Life {
  onStart?(): void;
  /** Called once if the worker fails to start, throws outside a call, or ends. */
  onDeath(error: FudebakoError): void;
}

/** Watches a worker from start to end. The returned function terminates the worker without calling `onDeath`. */
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
    const sign = workerSignal(data);
    if (sign?.sign !== 'hello') return;
    hasStarted = true;
    clearTimeout(starting);
    onStart?.();
    // Detects the worker's end: only then does the browser grant the worker's lock to the page.
    if (sign.lock) navigator.locks.request(sign.lock, listen, () => die(new Error('It ended'))).catch(() => undefined);
  };
  worker.addEventListener('message', hear, listen);
  return end;
}
