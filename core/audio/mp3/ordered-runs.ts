import { CancelledError } from '../../base/errors.ts';
import { orderedResults } from '../../base/ordered-results.ts';
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
  let index = 0;
  for await (const result of orderedResults(count, platform.workers.size, start)) {
    if (signal?.aborted) throw new CancelledError();
    await take(result, index++);
  }
}
