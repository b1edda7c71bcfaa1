import { CancelledError } from '../../base/errors.ts';
import type { OperationContext } from '../../platform/context.ts';

/** Milliseconds after which an audio encoder counts as stalled. Encoding a packet normally takes one millisecond. */
const STALL_MS = 20_000;

export class StalledError extends Error {
  constructor() {
    super(`No answer for ${STALL_MS / 1000} s`);
    this.name = 'StalledError';
  }
}

/** Waits for an audio encoder, which browsers may stop silently. Throws StalledError on timeout, CancelledError. */
export function withTimeout<Result>(
  answer: Promise<Result>,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => end(() => reject(error));
    const onAbort = () => fail(new CancelledError());
    const stopWaiting = platform.media.setTimer(STALL_MS, () => fail(new StalledError()));
    const end = (report: () => void) => {
      stopWaiting();
      signal?.removeEventListener('abort', onAbort);
      report();
    };
    signal?.addEventListener('abort', onAbort);
    answer.then((result) => end(() => resolve(result)), fail);
  });
}
