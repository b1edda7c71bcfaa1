import { type Remote, wrap } from 'comlink';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import { STALL_SECONDS } from '#core/base/outside-limits.ts';
import { startMediaEngine } from '../platform/webkitgtk.ts';
import { watchLife } from '../platform/worker-life.ts';
import { type Allowance, type WorkerSignal, workerSignal } from '../platform/worker-signals.ts';
import { carryErrors } from './comlink-errors.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly name?: string | undefined;
  /** True for a call that parses no file, so the longer time limit for processing applies from the start. */
  readonly isWork?: boolean;
  /** Repeats the call: after a crash (true), never (false), or if another call's timeout ended the worker (default). */
  readonly again?: boolean;
}

export interface PageWorkerOptions<Api> {
  /** Restores state in a new worker, in addition to `register`. If restoring fails, the worker ends. */
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
  /** Milliseconds since the call was canceled; undefined for a call that wasn't canceled. */
  cancelledMs: number | undefined;
}

interface Instance<Api> {
  readonly worker: Worker;
  readonly api: Remote<Api>;
  readonly calls: Set<Call<Api>>;
  end(): void;
  ready: Promise<unknown>;
  hasStarted: boolean;
  idleMs: number;
  silentMs: number;
}

/** Milliseconds between checks. Time limits count checks, so time in which the computer sleeps doesn't count. */
const TICK_MS = 250;

/** Milliseconds until a canceled worker is terminated. A busy worker doesn't receive the cancellation. */
const CANCEL_GRACE_MS = 2000;

let lastJob = 0;

/** Starts and restarts a worker. Every call settles, even after a crash (`docs/decisions/0011-page-workers.md`). */
export class PageWorker<Api> {
  readonly #spawn: () => Worker;
  readonly #options: PageWorkerOptions<Api>;
  readonly #registered = new Map<string, Work<Api, unknown>>();
  #instance: Instance<Api> | undefined;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #generation = 0;
  #isClosed = false;

  constructor(spawn: () => Worker, options: PageWorkerOptions<Api> = {}) {
    this.#spawn = spawn;
    this.#options = options;
  }

  get generation(): number {
    return this.#generation;
  }

  /**
   * Runs `work` with a job number for `cancel`. An abort rejects immediately.
   * @throws CancelledError; FudebakoError `workerStart`, `workerDied`, `stalled`, `stalledWorking`; errors of `work`
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
      this.#send(call);
    }).finally(() => cancel && signal?.removeEventListener('abort', cancel));
  }

  /** Repeats a call in every new worker until `unregister`. `key` may be derived from the call's result. */
  async register<Result>(
    key: string | ((result: Result) => string),
    work: Work<Api, Result>,
    options?: CallOptions,
  ): Promise<Result> {
    const result = await this.call(work, options);
    this.#registered.set(typeof key === 'string' ? key : key(result), work);
    return result;
  }

  /** Stops repeating a registered call in new workers. If a worker is running, `work` undoes the call there. */
  async unregister(key: string, work: Work<Api, unknown>): Promise<void> {
    this.#registered.delete(key);
    if (this.#instance) await this.call(work, { isWork: true });
  }

  /** Resolves when the worker is running and its state is restored. */
  ready(): Promise<void> {
    return this.call(async () => undefined, { isWork: true });
  }

  /** Terminates the worker permanently. Present and later calls reject as canceled. */
  close(): void {
    this.#isClosed = true;
    const instance = this.#instance;
    if (instance) this.#end(instance, new CancelledError());
  }

  #send(call: Call<Api>): void {
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
    const finish = (report: () => void) => {
      if (!instance.calls.delete(call)) return;
      instance.idleMs = 0;
      report();
    };
    instance.ready
      .then(() => (call.cancelledMs === undefined ? call.work(instance.api, call.job) : undefined))
      .then(
        (result) => {
          // Frees the result of a canceled call, because no caller receives the result.
          if (call.cancelledMs !== undefined) (result as { close?(): void } | undefined)?.close?.();
          finish(() => call.resolve(result as never));
        },
        (error) => finish(() => call.reject(error)),
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
    worker.addEventListener('message', ({ data }) => this.#receive(instance, workerSignal(data)));
    const sent = [...this.#registered.values()].map((work) => work(api, 0));
    // Ignores errors of registered calls, because later calls that depend on a registered call report the errors.
    instance.ready = Promise.all([this.#options.restore?.(api), Promise.allSettled(sent)]);
    instance.ready.catch((error) => this.#end(instance, error));
    return instance;
  }

  #receive(instance: Instance<Api>, sign: WorkerSignal | undefined): void {
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
    // Skips this check while the worker's script loads, which has a separate time limit.
    if (!instance.hasStarted) return;
    instance.worker.postMessage({ sign: 'ping' } satisfies WorkerSignal);
    instance.idleMs += TICK_MS;
    instance.silentMs += TICK_MS;
    const allowances = [...instance.calls].map(({ allowance }) => allowance);
    const silentSeconds = Math.max(...allowances.map(({ seconds }) => seconds));
    const idleSeconds = Math.max(
      ...allowances.map(({ seconds, phase }) => seconds + (phase === 'reading' ? STALL_SECONDS.loading : 0)),
    );
    if (instance.silentMs < silentSeconds * 1000 && instance.idleMs < idleSeconds * 1000) return;
    // Calls run in order, so the oldest call caused the timeout.
    const [first] = [...instance.calls].filter(({ cancelledMs }) => cancelledMs === undefined);
    this.#end(instance, standstill(first, instance), first && [first]);
  }

  /** Terminates a worker. Rejects its calls, except calls that can be repeated in a new worker. */
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
        this.#send(call);
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
