import { type Remote, wrap } from 'comlink';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import { STALL_SECONDS } from '#core/base/outside-limits.ts';
import { carryErrors } from './comlink-errors.ts';
import { type Allowance, type LifeSign, lifeSign } from './life-signs.ts';
import { startMediaEngine } from './webkitgtk.ts';
import { watchLife } from './worker-life.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The file that is read, for the sentence that tells of a standstill. */
  readonly name?: string | undefined;
  /** No file is taken apart: the call may take as long as work does, from its beginning. */
  readonly isWork?: boolean;
  /**
   * Done once more, by a new worker, when the worker ends under it: always (for what only looks), or
   * never (for what continues what the old one had begun). Otherwise where another call was to blame.
   */
  readonly again?: boolean;
}

export interface PageWorkerOptions<Api> {
  /** Makes a new worker what the one before was, as far as `keep` does not. Where it fails, the worker is of no use. */
  readonly restore?: (api: Remote<Api>) => Promise<unknown>;
}

type Work<Api, Result> = (api: Remote<Api>, job: number) => Promise<Result>;

interface Call<Api> {
  readonly job: number;
  readonly work: Work<Api, unknown>;
  readonly options: CallOptions;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  allowance: Omit<Allowance, 'job'>;
  isRepeated: boolean;
  /** Nobody waits for it any more; for how long. */
  cancelledMs: number | undefined;
}

/** A worker that runs, and what is asked of it. */
interface Instance<Api> {
  readonly worker: Worker;
  readonly api: Remote<Api>;
  readonly calls: Set<Call<Api>>;
  end(): void;
  ready: Promise<unknown>;
  hasStarted: boolean;
  /** Since it last did something, and since it last was free to answer. */
  idleMs: number;
  silentMs: number;
}

/** Ticks are counted, not time, so that a page that was suspended ends nothing when it wakes. */
const TICK_MS = 250;

/** A worker that is in the middle of something does not hear that it is cancelled; then it is ended. */
const CANCEL_GRACE_MS = 2000;

let lastJob = 0;

/**
 * The page's side of a worker: it starts with the first call, and anew with the first call after its
 * end. One that cannot be loaded, dies or comes to a standstill never leaves a call without an
 * answer (`docs/decisions/0011-page-workers.md`).
 */
export class PageWorker<Api> {
  readonly #spawn: () => Worker;
  readonly #options: PageWorkerOptions<Api>;
  /** What every new worker receives before anything else. */
  readonly #kept = new Map<string, Work<Api, unknown>>();
  #instance: Instance<Api> | undefined;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #generation = 0;
  #isClosed = false;

  constructor(spawn: () => Worker, options: PageWorkerOptions<Api> = {}) {
    this.#spawn = spawn;
    this.#options = options;
  }

  /** Counts the workers that were started. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Has the worker do something; aborting the signal frees the caller at once.
   * @param work uses the worker; its job's number is what `cancel` takes
   * @throws CancelledError; FudebakoError `workerStart`, `workerDied`, `stalled`, `stalledWorking`; what the work throws
   */
  call<Result>(work: Work<Api, Result>, options: CallOptions = {}): Promise<Result> {
    const { signal, isWork } = options;
    if (signal?.aborted || this.#isClosed) return Promise.reject(new CancelledError());
    let cancel: (() => void) | undefined;
    return new Promise<Result>((resolve, reject) => {
      const call: Call<Api> = {
        job: ++lastJob,
        work,
        options,
        resolve,
        reject,
        allowance: isWork
          ? { seconds: STALL_SECONDS.working, phase: 'working' }
          : { seconds: STALL_SECONDS.reading, phase: 'reading' },
        isRepeated: false,
        cancelledMs: undefined,
      };
      cancel = () => this.#cancel(call);
      signal?.addEventListener('abort', cancel);
      this.#give(call);
    }).finally(() => cancel && signal?.removeEventListener('abort', cancel));
  }

  /**
   * A call whose effect every worker that is started later is given too, until `forget`.
   * @param key of what is kept, or how it follows from the result
   */
  async keep<Result>(
    key: string | ((result: Result) => string),
    work: Work<Api, Result>,
    options?: CallOptions,
  ): Promise<Result> {
    const result = await this.call(work, options);
    this.#kept.set(typeof key === 'string' ? key : key(result), work);
    return result;
  }

  /** Takes back what `keep` did; a worker that does not run need not hear of it. */
  async forget(key: string, work: Work<Api, unknown>): Promise<void> {
    this.#kept.delete(key);
    if (this.#instance) await this.call(work, { isWork: true });
  }

  /** Resolves when there is a worker that has been made what the one before was. */
  ready(): Promise<void> {
    return this.call(async () => undefined, { isWork: true });
  }

  /** Ends the worker for good; what is asked of it is cancelled, then and later. */
  close(): void {
    this.#isClosed = true;
    const instance = this.#instance;
    if (instance) this.#end(instance, new CancelledError());
  }

  #give(call: Call<Api>): void {
    try {
      this.#instance ??= this.#start();
    } catch (cause) {
      call.reject(new FudebakoError('workerStart', {}, { cause }));
      return;
    }
    const instance = this.#instance;
    if (instance.calls.size === 0) instance.idleMs = instance.silentMs = 0;
    instance.calls.add(call);
    this.#ticking ??= setInterval(() => this.#tick(), TICK_MS);
    const settle = (tell: () => void) => {
      if (!instance.calls.delete(call)) return;
      instance.idleMs = 0;
      tell();
    };
    instance.ready
      .then(() => (call.cancelledMs === undefined ? call.work(instance.api, call.job) : undefined))
      .then(
        (result) => {
          // What nobody waits for any more would hold memory until somebody looks for it.
          if (call.cancelledMs !== undefined) (result as { close?(): void } | undefined)?.close?.();
          settle(() => call.resolve(result as never));
        },
        (error) => settle(() => call.reject(error)),
      );
  }

  #start(): Instance<Api> {
    carryErrors();
    startMediaEngine();
    const worker = this.#spawn();
    this.#generation++;
    const api = wrap<Api>(worker);
    const instance: Instance<Api> = {
      worker,
      api,
      calls: new Set(),
      end: watchLife(worker, {
        onStart: () => {
          instance.hasStarted = true;
        },
        onDeath: (error) => this.#end(instance, error),
      }),
      ready: Promise.resolve(),
      hasStarted: false,
      idleMs: 0,
      silentMs: 0,
    };
    worker.addEventListener('message', ({ data }) => this.#hear(instance, lifeSign(data)));
    const sent = [...this.#kept.values()].map((work) => work(api, 0));
    // What cannot be sent again is missed by the call that needs it, which then says so.
    instance.ready = Promise.all([this.#options.restore?.(api), Promise.allSettled(sent)]);
    instance.ready.catch((error) => this.#end(instance, error));
    return instance;
  }

  #hear(instance: Instance<Api>, sign: LifeSign | undefined): void {
    if (!sign) return;
    instance.silentMs = 0;
    if (sign.sign !== 'beat') return;
    instance.idleMs = 0;
    const { allowance } = sign;
    if (!allowance) return;
    for (const call of instance.calls) if (call.job === allowance.job) call.allowance = allowance;
  }

  #cancel(call: Call<Api>): void {
    call.cancelledMs ??= 0;
    call.reject(new CancelledError());
    const instance = this.#instance;
    if (!instance?.calls.has(call)) return;
    const { api, ready } = instance;
    void ready
      .then(() => (api as unknown as Remote<{ cancel(job: number): void }>).cancel(call.job))
      .catch(() => undefined);
  }

  #tick(): void {
    const instance = this.#instance;
    if (!instance || instance.calls.size === 0) {
      clearInterval(this.#ticking);
      this.#ticking = undefined;
      return;
    }
    for (const call of instance.calls)
      if (call.cancelledMs !== undefined) {
        call.cancelledMs += TICK_MS;
        if (call.cancelledMs < CANCEL_GRACE_MS) continue;
        this.#end(instance, new CancelledError(), [call]);
        return;
      }
    // Until then its script is on its way, which has a limit of its own.
    if (!instance.hasStarted) return;
    instance.worker.postMessage({ sign: 'ping' } satisfies LifeSign);
    instance.idleMs += TICK_MS;
    instance.silentMs += TICK_MS;
    const allowances = [...instance.calls].map(({ allowance }) => allowance);
    const silentSeconds = Math.max(...allowances.map(({ seconds }) => seconds));
    const idleSeconds = Math.max(
      ...allowances.map(({ seconds, phase }) => seconds + (phase === 'reading' ? STALL_SECONDS.loading : 0)),
    );
    if (instance.silentMs < silentSeconds * 1000 && instance.idleMs < idleSeconds * 1000) return;
    // Who asked first is being worked on; what came later waits behind it.
    const [first] = [...instance.calls].filter(({ cancelledMs }) => cancelledMs === undefined);
    this.#end(instance, standstill(first, instance), first && [first]);
  }

  /**
   * Ends a worker. Its calls fail, but those that only look are done again, and where it is known
   * who is to blame, so are the others.
   */
  #end(instance: Instance<Api>, error: Error, blamed?: readonly Call<Api>[]): void {
    if (this.#instance === instance) this.#instance = undefined;
    instance.end();
    const calls = [...instance.calls];
    instance.calls.clear();
    for (const call of calls) {
      if (call.cancelledMs !== undefined) continue;
      const { again } = call.options;
      const isBlamed = !blamed || blamed.includes(call);
      const repeats = isBlamed ? !blamed && again === true && instance.hasStarted : again !== false;
      if (!repeats || call.isRepeated || this.#isClosed)
        call.reject(isBlamed ? error : new FudebakoError('workerDied'));
      else {
        call.isRepeated = true;
        this.#give(call);
      }
    }
  }
}

function standstill<Api>(call: Call<Api> | undefined, { silentMs, idleMs }: Instance<Api>): Error {
  const name = call?.options.name;
  if (!call || name === undefined) return new FudebakoError('workerDied');
  const seconds = Math.round(Math.max(silentMs, idleMs) / 1000);
  return new FudebakoError(call.allowance.phase === 'working' ? 'stalledWorking' : 'stalled', { name, seconds });
}
