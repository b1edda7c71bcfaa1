/** Yields results of `start(0)` to `start(count - 1)` in order, with up to `ahead` calls in flight. */
export async function* orderedResults<Result>(
  count: number,
  ahead: number,
  start: (index: number) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  let started = 0;
  const startNext = () => {
    if (started >= count) return;
    const run = start(started++);
    // Prevents an unhandled rejection if a call fails while the caller still awaits an earlier result.
    run.catch(() => {});
    running.push(run);
  };
  while (started < Math.min(count, ahead)) startNext();
  for (let index = 0; index < count; index++) {
    const result = await (running.shift() as Promise<Result>);
    startNext();
    yield result;
  }
}

/** Requests the first result immediately, so that its work starts before a consumer reads the results. */
export function prefetch<Result>(results: AsyncGenerator<Result>): AsyncGenerator<Result> {
  const first = results.next();
  first.catch(() => {});
  return continueFrom(first, results);
}

async function* continueFrom<Result>(
  first: Promise<IteratorResult<Result>>,
  results: AsyncGenerator<Result>,
): AsyncGenerator<Result> {
  try {
    for (let next = await first; !next.done; next = await results.next()) yield next.value;
  } finally {
    await results.return(undefined);
  }
}
