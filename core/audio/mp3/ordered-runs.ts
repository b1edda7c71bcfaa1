import { CancelledError } from '../../base/errors.ts';
import { orderedResults } from '../../base/ordered-results.ts';
import type { OperationContext } from '../../platform/context.ts';

/** Calls `start` for each piece, in parallel, and passes the results to `receive` in order. Throws CancelledError. */
export async function runInOrder<Result>(
  count: number,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
  start: (index: number) => Promise<Result>,
  receive: (result: Result, index: number) => Promise<void>,
): Promise<void> {
  let index = 0;
  for await (const result of orderedResults(count, platform.workers.size, start)) {
    if (signal?.aborted) throw new CancelledError();
    await receive(result, index++);
  }
}
