import type { CancelSignal } from '../base/cancel-signal.ts';
import { CancelledError, type ErrorCode } from '../base/errors.ts';
import { readingError } from '../base/internal-failure.ts';

// A signal for parallel parts of a task. Avoids `AbortController`, which in Node.js 20 warns on stderr from the
// eleventh listener on, and `AbortSignal.any`, which leaks memory for every derived signal.
interface ChildSignal extends CancelSignal {
  abort(): void;
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

/** Calls `work` with a signal that is aborted when `work` ends or `parent` is aborted. Unexpected errors get `code`, as in `readingError`. */
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
    throw readingError(error, code, { reason: error instanceof Error ? error.message : String(error) });
  } finally {
    signal.abort();
    signal.release();
  }
}
