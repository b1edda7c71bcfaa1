import { CancelledError } from '#core/errors.ts';
import type { OperationContext, Platform } from '#core/platform.ts';

/** A worker's side: what it works on, by the numbers that the page gives. */
export class Jobs {
  private readonly running = new Map<number, AbortController>();

  constructor(private readonly platform: Platform) {}

  async run<Result>(
    job: number,
    onProgress: OperationContext['onProgress'],
    work: (context: OperationContext) => Promise<Result>,
  ): Promise<Result> {
    const controller = new AbortController();
    this.running.set(job, controller);
    try {
      return await work({ platform: this.platform, signal: controller.signal, onProgress });
    } finally {
      this.running.delete(job);
    }
  }

  cancel(job: number): void {
    this.running.get(job)?.abort();
  }
}

interface Cancellable {
  cancel(job: number): Promise<void>;
}

let lastJob = 0;

/**
 * The page's side: has a worker do a job until the signal ends it.
 * @throws CancelledError, and what the work throws
 */
export async function runJob<Worker extends Cancellable, Result>(
  findWorker: () => Worker,
  signal: AbortSignal | undefined,
  work: (worker: Worker, job: number) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw new CancelledError();
  const worker = findWorker();
  const job = ++lastJob;
  const cancel = () => void worker.cancel(job);
  signal?.addEventListener('abort', cancel);
  try {
    return await work(worker, job);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
