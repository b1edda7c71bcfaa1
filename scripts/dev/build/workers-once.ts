import { basename } from 'node:path';
import type { Plugin } from 'vite';

const STARTS_WORKER = /new\s+Worker\(\s*new\s+URL\(/;
const IS_WORKER = /[?&]worker\b/;

/**
 * Builds each worker once. While a worker is being built for the page, Vite builds the same worker again for every other
 * worker that starts it. The worker of the tasks would be built six times, which takes longer than all other work.
 * @returns a function that creates the plugin for the page and for each worker
 */
export function workersOnce(): () => Plugin {
  /** Modules that start a worker, and when Vite has transformed them, which includes building the worker. */
  const building = new Map<string, { readonly ended: Promise<void>; readonly end: () => void }>();
  return () => {
    const own = new Set<string>();
    let entry = '';
    const end = (id: string) => {
      if (own.delete(id)) building.get(id)?.end();
    };
    return {
      name: 'fudebako-workers-once',
      apply: 'build',
      buildStart({ input }) {
        entry = basename(String(Object.values(input)[0]));
      },
      transform: {
        order: 'pre',
        async handler(code, id) {
          if (!IS_WORKER.test(id) && !STARTS_WORKER.test(code)) return;
          // A worker that starts more threads of itself can't wait until it is built.
          if (code.includes(entry)) return;
          const other = building.get(id);
          if (other) return other.ended;
          let resolveEnded = () => {};
          const ended = new Promise<void>((resolve) => {
            resolveEnded = resolve;
          });
          building.set(id, { ended, end: resolveEnded });
          own.add(id);
        },
      },
      moduleParsed: ({ id }) => end(id),
      // After an error, lets the other builds go on, so that Vite reports the error.
      buildEnd: () => own.forEach(end),
    };
  };
}
