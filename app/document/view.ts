import { create } from 'zustand';

/** A value that a document's view computes from content, for example a file's details. */
export type Derived<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: unknown };

interface Running<Value> {
  readonly controller: AbortController;
  readonly result: Promise<Value>;
}

const LOADING = { state: 'loading' } as const;

/** Calls back when a view drops a value, for example to close a file in a worker. `signal` is that of the computation. */
export function whenDropped(signal: AbortSignal, close: () => unknown): void {
  if (signal.aborted) close();
  else signal.addEventListener('abort', () => void close());
}

/** Computes values by key. A result whose key is no longer wanted is dropped, and its work is canceled. */
export function createView<Value>(compute: (key: string, signal: AbortSignal) => Promise<Value>) {
  const use = create<{ readonly values: ReadonlyMap<string, Derived<Value>> }>(() => ({ values: new Map() }));
  const running = new Map<string, Running<Value>>();

  /** Returns a key's value, and starts its computation if necessary. */
  const read = (key: string): Promise<Value> => {
    const known = running.get(key);
    if (known) return known.result;
    const controller = new AbortController();
    const result = compute(key, controller.signal);
    running.set(key, { controller, result });
    const settle = (value: Derived<Value>) => {
      if (running.get(key)?.controller === controller)
        use.setState(({ values }) => ({ values: new Map(values).set(key, value) }));
    };
    result.then(
      (value) => settle({ state: 'ready', value }),
      (error) => settle({ state: 'failed', error }),
    );
    return result;
  };

  return {
    use,
    read,
    get: (key: string): Derived<Value> => use.getState().values.get(key) ?? LOADING,
    /** Returns a key's value as soon as it is ready. */
    useReady: (key: string | undefined): Value | undefined =>
      use(({ values }) => {
        const derived = key === undefined ? undefined : values.get(key);
        return derived?.state === 'ready' ? derived.value : undefined;
      }),
    /** Computes the values of `keys`, and keeps the values of `others` that it has. Cancels and drops all other keys. */
    want: (keys: readonly string[], others: readonly string[] = []): void => {
      const wanted = new Set([...keys, ...others]);
      for (const [key, { controller }] of running) {
        if (wanted.has(key)) continue;
        controller.abort();
        running.delete(key);
      }
      const { values } = use.getState();
      if ([...values.keys()].some((key) => !wanted.has(key)))
        use.setState({ values: new Map([...values].filter(([key]) => wanted.has(key))) });
      for (const key of keys) void read(key).catch(() => undefined);
    },
  };
}
