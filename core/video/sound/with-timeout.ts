import { CancelledError } from '../../base/errors.ts';
import type { OperationContext } from '../../platform/context.ts';

/** What has not answered by then never will: a packet of sound takes a millisecond. */
const STALL_MS = 20_000;

export class StalledError extends Error {
  constructor() {
    super(`No answer for ${STALL_MS / 1000} s`);
    this.name = 'StalledError';
  }
}

/**
 * What comes from an encoder that has a worker of its own: browsers have ended such workers without
 * a word, and then nothing ever comes.
 *
 * @throws StalledError after 20 seconds; CancelledError; what `answer` throws
 */
export function withTimeout<Result>(
  answer: Promise<Result>,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => end(() => reject(error));
    const onAbort = () => fail(new CancelledError());
    const stopWaiting = platform.media.after(STALL_MS, () => fail(new StalledError()));
    const end = (settle: () => void) => {
      stopWaiting();
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    signal?.addEventListener('abort', onAbort);
    answer.then((result) => end(() => resolve(result)), fail);
  });
}
