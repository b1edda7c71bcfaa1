import type { CancelSignal } from '../base/cancel-signal.ts';
import { CancelledError, type ErrorCode, FudebakoError } from '../base/errors.ts';

/**
 * A signal for parts of a piece of work: aborted with the whole, or when one part has failed. Not an
 * `AbortController`: in Node 20 a signal of one warns on the standard error from its eleventh listener on, and a
 * machine of many cores has more parts than that under way. Nor `AbortSignal.any`: in Node 20 a parent keeps something
 * of every signal made of it for as long as it lives.
 */
interface ChildSignal extends CancelSignal {
  abort(): void;
  /** Stops listening to the whole's signal. */
  release(): void;
}

function createChildSignal(parent?: CancelSignal): ChildSignal {
  const listeners = new Set<() => void>();
  let aborted = parent?.aborted ?? false;
  const abort = () => {
    if (aborted) return;
    aborted = true;
    for (const listener of [...listeners]) listener();
  };
  parent?.addEventListener('abort', abort);
  return {
    get aborted() {
      return aborted;
    },
    addEventListener: (_, listener) => listeners.add(listener),
    removeEventListener: (_, listener) => listeners.delete(listener),
    abort,
    release: () => parent?.removeEventListener('abort', abort),
  };
}

/**
 * Runs work of parts that go on side by side: they end together, whichever of them fails or is
 * cancelled.
 *
 * @param code what a failure is announced as that core does not announce itself
 * @throws FudebakoError, CancelledError
 */
export async function withChildSignal<Result>(
  parent: CancelSignal | undefined,
  code: ErrorCode,
  work: (signal: CancelSignal) => Promise<Result>,
): Promise<Result> {
  const signal = createChildSignal(parent);
  try {
    return await work(signal);
  } catch (error) {
    if (parent?.aborted) throw new CancelledError();
    if (error instanceof FudebakoError || error instanceof CancelledError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new FudebakoError(code, { reason }, { cause: error });
  } finally {
    signal.abort();
    signal.release();
  }
}
