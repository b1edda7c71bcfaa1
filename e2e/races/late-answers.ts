interface Lateness {
  readonly seed: number;
  readonly databaseMs: number;
  readonly workerMs: number;
}

/**
 * Makes a page's database and workers answer late, by a seeded random time. Runs in the page before its scripts.
 * Transactions start late as well, in an order that IndexedDB allows: one that writes waits for all before it.
 */
export function answerLate({ seed, databaseMs, workerMs }: Lateness): void {
  // The empty page of a new tab has an opaque origin. The empty page of a window keeps what is set here.
  if (origin === 'null') return;
  const visit = Number(sessionStorage.getItem('visits') ?? 0) + 1;
  sessionStorage.setItem('visits', String(visit));
  let state = seed * 1000 + visit;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  // Squares the random number: most answers are quick, so that a late answer meets newer ones.
  const late = (most: number) => new Promise<void>((done) => setTimeout(done, random() ** 2 * most));

  const jobs = new Map<Worker, Set<unknown>>();
  let transactions = 0;
  Object.assign(window, {
    unanswered: () => transactions + [...jobs.values()].reduce((sum, { size }) => sum + size, 0),
  });

  const forward = (target: EventTarget, event: Event) => {
    const copy = new Event(event.type, { cancelable: true });
    Object.defineProperty(copy, 'target', { value: target });
    (target as unknown as Record<string, ((event: Event) => void) | undefined>)[`on${event.type}`]?.(copy);
    if (copy.defaultPrevented) event.preventDefault();
  };
  const { transaction } = IDBDatabase.prototype;
  let writes: Promise<unknown> = Promise.resolve();
  let all: Promise<unknown> = writes;
  IDBDatabase.prototype.transaction = function (names, mode = 'readonly', options) {
    const waiting: (() => void)[] = [];
    let real: IDBTransaction | undefined;
    const shown = Object.assign(new EventTarget(), {
      db: this,
      mode,
      error: null as DOMException | null,
      abort: () => (real ? real.abort() : waiting.push(() => real?.abort())),
      objectStore: (name: string) =>
        new Proxy(
          {},
          {
            get:
              (_, method: string) =>
              (...args: unknown[]) => {
                const sent = method === 'put' || method === 'add' ? [structuredClone(args[0]), args[1]] : args;
                const request = Object.assign(new EventTarget(), {
                  result: undefined as unknown,
                  error: null as unknown,
                });
                const run = () => {
                  const store = real?.objectStore(name) as unknown as Record<
                    string,
                    (...args: unknown[]) => IDBRequest
                  >;
                  const made = store[method]?.(...(sent[1] === undefined ? sent.slice(0, 1) : sent)) as IDBRequest;
                  made.onsuccess = made.onerror = (event) => {
                    if (event.type === 'success') request.result = made.result;
                    else request.error = made.error;
                    forward(request, event);
                  };
                };
                if (real) run();
                else waiting.push(run);
                return request;
              },
          },
        ),
    });
    transactions++;
    const start = Promise.all([late(databaseMs), mode === 'readonly' ? writes : all]).then(() => {
      const made = transaction.call(this, names, mode, options);
      real = made;
      made.oncomplete =
        made.onerror =
        made.onabort =
          (event) => {
            if (event.type !== 'error') transactions--;
            shown.error = made.error;
            forward(shown, event);
          };
      for (const run of waiting) run();
    });
    all = Promise.all([all, start]);
    if (mode !== 'readonly') writes = start;
    return shown as unknown as IDBTransaction;
  };

  const { postMessage, terminate } = Worker.prototype;
  const sent = new Map<Worker, Promise<unknown>>();
  Worker.prototype.postMessage = function (message: { id?: unknown }, ...rest: never[]) {
    const own = jobs.get(this) ?? new Set();
    if (!jobs.has(this)) this.addEventListener('message', ({ data }) => own.delete(data?.id));
    jobs.set(this, own);
    if (message?.id !== undefined) own.add(message.id);
    const before = sent.get(this);
    sent.set(
      this,
      Promise.all([late(workerMs), before]).then(() => postMessage.call(this, message, ...rest)),
    );
  };
  Worker.prototype.terminate = function () {
    jobs.delete(this);
    terminate.call(this);
  };
}
