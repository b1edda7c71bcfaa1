import type { CancelSignal } from '../platform.ts';

/** A signal for parts of a piece of work: aborted with the whole, or when one part has failed. */
export interface ChildSignal extends CancelSignal {
  abort(): void;
  /** Stops listening to the whole's signal. */
  release(): void;
}

export function createChildSignal(parent?: CancelSignal): ChildSignal {
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
