import type { StallPhase } from '#core/base/outside-limits.ts';

/** What a worker may take without a sign. */
export interface Allowance {
  readonly job: number;
  readonly seconds: number;
  readonly phase: StallPhase;
}

/** What passes between a worker and who started it, beside the calls. */
export type LifeSign =
  /** The script has begun. The lock of that name is held until the worker ends, in whatever way. */
  | { readonly sign: 'hello'; readonly lock: string | undefined }
  /** Asks whether the worker is free to answer. */
  | { readonly sign: 'ping' }
  | { readonly sign: 'pong' }
  /** Something has been done, or something else begins. */
  | { readonly sign: 'beat'; readonly allowance?: Allowance };

export function lifeSign(data: unknown): LifeSign | undefined {
  return typeof data === 'object' && data !== null && 'sign' in data ? (data as LifeSign) : undefined;
}

/** Often enough for limits of seconds. */
const BEAT_MS = 250;

const isWorker = typeof document === 'undefined';
export const say = (sign: LifeSign) => self.postMessage(sign);
let lastBeat = Number.NEGATIVE_INFINITY;

/** Says that this worker goes on: bytes have come, or a part is done. On the page it says nothing. */
export function beat(): void {
  const now = performance.now();
  if (!isWorker || now - lastBeat < BEAT_MS) return;
  lastBeat = now;
  say({ sign: 'beat' });
}

/** Says what a job is at from now on. */
export const allow = (allowance: Allowance): void => say({ sign: 'beat', allowance });

/**
 * Says that this worker has begun. Nobody hears of a worker that closes itself or that the browser
 * ends, but its lock is given up then.
 */
export async function sayHello(): Promise<void> {
  const lock = typeof navigator.locks === 'undefined' ? undefined : `worker/${crypto.randomUUID()}`;
  if (lock)
    await new Promise<void>((resolve) => {
      const hold = () => {
        resolve();
        return new Promise<never>(() => {});
      };
      navigator.locks.request(lock, hold).catch(() => resolve());
    });
  say({ sign: 'hello', lock });
}
