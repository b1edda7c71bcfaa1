import type { StallPhase } from '#core/base/outside-limits.ts';

/** Time limit for a phase of a job: the maximum time without a message from the worker. */
export interface Allowance {
  readonly job: number;
  readonly seconds: number;
  readonly phase: StallPhase;
}

export type WorkerSignal =
  /** Sent when the worker's script has started. The worker holds the named lock until the worker ends or crashes. */
  | { readonly sign: 'hello'; readonly lock: string | undefined }
  | { readonly sign: 'ping' }
  | { readonly sign: 'pong' }
  /** Sent when a job of the worker has made progress, or when the job's next phase begins. */
  | { readonly sign: 'beat'; readonly allowance?: Allowance };

export function workerSignal(data: unknown): WorkerSignal | undefined {
  return typeof data === 'object' && data !== null && 'sign' in data ? (data as WorkerSignal) : undefined;
}

/** Minimum milliseconds between a worker's reports of activity; a call within this interval sends nothing. */
const BEAT_MS = 250;

const isWorker = typeof document === 'undefined';
export const sendWorkerSignal = (sign: WorkerSignal) => self.postMessage(sign);
let lastBeat = Number.NEGATIVE_INFINITY;

/** Reports activity of the current worker; does nothing on the page. */
export function beat(): void {
  const now = performance.now();
  if (!isWorker || now - lastBeat < BEAT_MS) return;
  lastBeat = now;
  sendWorkerSignal({ sign: 'beat' });
}

export const allow = (allowance: Allowance): void => sendWorkerSignal({ sign: 'beat', allowance });

/** Reports that the current worker has started. Browsers fire no event when a worker ends, but release its lock. */
export async function announceWorker(): Promise<void> {
  const lock = typeof navigator.locks === 'undefined' ? undefined : `worker/${crypto.randomUUID()}`;
  if (lock)
    await new Promise<void>((resolve) => {
      const hold = () => {
        resolve();
        return new Promise<never>(() => {});
      };
      navigator.locks.request(lock, hold).catch(() => resolve());
    });
  sendWorkerSignal({ sign: 'hello', lock });
}
