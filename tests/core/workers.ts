import { CancelledError } from '#core/errors.ts';
import type { Platform, TaskOptions, Workers } from '#core/platform.ts';
import { runTask, type TaskInput, type TaskName, type TaskOutput } from '#core/tasks.ts';

/** A platform with nothing but workers that run where they are called, and what was seen of them. */
export function onTheSpot({ size = 1 } = {}): Platform & { readonly started: number; readonly mostAtOnce: number } {
  const seen = { started: 0, mostAtOnce: 0 };
  let running = 0;
  const workers: Workers = {
    size,
    async run<Name extends TaskName>(name: Name, input: TaskInput<Name>, options: TaskOptions = {}) {
      if (options.signal?.aborted) throw new CancelledError();
      seen.started++;
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++running);
      try {
        const own = structuredClone(input, { transfer: [...(options.transfer ?? [])] });
        const result: TaskOutput<Name> = await runTask(name, own, { platform, onProgress: options.onProgress });
        if (options.signal?.aborted) throw new CancelledError();
        return result;
      } finally {
        running--;
      }
    },
  };
  const missing = () => {
    throw new Error('not part of this platform');
  };
  const platform: Platform = {
    workers,
    images: { decode: missing, encodeJpeg: missing },
    canvases: { create: missing, createPath: missing, createImage: missing },
    wasm: missing,
  };
  return Object.defineProperties(platform, {
    started: { get: () => seen.started },
    mostAtOnce: { get: () => seen.mostAtOnce },
  }) as ReturnType<typeof onTheSpot>;
}
