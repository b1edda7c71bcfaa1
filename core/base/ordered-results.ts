/**
 * The results of `count` pieces of work in their order, up to `ahead` of them begun before they are
 * asked for. Ending the loop over them begins no more.
 */
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
    // A piece that fails while an earlier one is awaited must not count as unhandled.
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

/** The same results, of which the first ones are begun now and not when they are asked for. */
export function prefetch<Result>(results: AsyncGenerator<Result>): AsyncGenerator<Result> {
  const first = results.next();
  // It may fail before anybody asks for it, and then must not count as unhandled.
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
