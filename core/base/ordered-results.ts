/** Yields `count` results in order, with up to `ahead` calls in flight. Starts no more calls after the loop ends. */
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
    // Prevents an unhandled rejection while an earlier result is awaited.
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

/** Starts the first calls immediately instead of when the first result is requested. */
export function prefetch<Result>(results: AsyncGenerator<Result>): AsyncGenerator<Result> {
  const first = results.next();
  // Prevents an unhandled rejection before the first result is requested.
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
