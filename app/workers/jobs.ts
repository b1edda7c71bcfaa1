import { STALL_SECONDS, type StallPhase } from '#core/base/outside-limits.ts';
import type { OperationContext } from '#core/platform/context.ts';
import type { Platform } from '#core/platform/platform.ts';
import { watchContext } from '#core/workers/watch-context.ts';
import { allow, beat } from '../platform/worker-signals.ts';

/** Running jobs of a worker by number. The page assigns the numbers. */
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
    const pulse = { allow: (seconds: number, phase: StallPhase) => allow({ job, seconds, phase }), beat };
    try {
      const context = { platform: this.platform, signal: controller.signal, onProgress };
      return await work(watchContext(context, pulse, STALL_SECONDS.loading));
    } finally {
      this.running.delete(job);
    }
  }

  cancel(job: number): void {
    this.running.get(job)?.abort();
  }
}
