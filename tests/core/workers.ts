import { CancelledError } from '#core/errors.ts';
import type { Platform, TaskOptions, Workers } from '#core/platform.ts';
import { type TaskInput, type TaskName, type TaskOutput, tasks } from '#core/tasks.ts';
import { createInlineRunner } from '#core/workers.ts';

/** A platform with nothing but workers that run where they are called, and what was seen of them. */
export function onTheSpot({ size = 1 } = {}): Platform & { readonly started: number; readonly mostAtOnce: number } {
  const seen = { started: 0, mostAtOnce: 0 };
  let running = 0;
  const inline = createInlineRunner(tasks, () => platform);
  const workers: Workers = {
    size,
    async run<Name extends TaskName>(name: Name, input: TaskInput<Name>, options: TaskOptions = {}) {
      if (options.signal?.aborted) throw new CancelledError();
      seen.started++;
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++running);
      try {
        const own = structuredClone(input, { transfer: [...(options.transfer ?? [])] });
        const result = await inline.run(name, own, { onProgress: options.onProgress });
        if (options.signal?.aborted) throw new CancelledError();
        return result as TaskOutput<Name>;
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
    media: { videoEncoders: missing, streamInto: missing },
    wasm: missing,
  };
  return Object.defineProperties(platform, {
    started: { get: () => seen.started },
    mostAtOnce: { get: () => seen.mostAtOnce },
  }) as ReturnType<typeof onTheSpot>;
}
