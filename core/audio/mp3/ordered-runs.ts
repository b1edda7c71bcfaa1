import { CancelledError } from '../../base/errors.ts';
import type { OperationContext } from '../../platform/context.ts';

/**
 * Runs `start` for each of `count` pieces, as many at the same time as there are workers, and gives
 * the results to `take` in order. At most one result more than there are workers is held at a time.
 *
 * @throws what `start` or `take` throw; CancelledError
 */
export async function runInOrder<Result>(
  count: number,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
  start: (index: number) => Promise<Result>,
  take: (result: Result, index: number) => Promise<void>,
): Promise<void> {
  const running: Promise<Result>[] = [];
  let started = 0;
  const startNext = () => {
    if (started >= count) return;
    const run = start(started++);
    // A piece that fails while an earlier one is awaited must not count as unhandled.
    run.catch(() => {});
    running.push(run);
  };
  for (let ahead = 0; ahead < platform.workers.size; ahead++) startNext();
  for (let index = 0; index < count; index++) {
    const result = await (running.shift() as Promise<Result>);
    if (signal?.aborted) throw new CancelledError();
    startNext();
    await take(result, index);
  }
}
