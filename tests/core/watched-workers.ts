import type { Platform } from '#core/platform/platform.ts';
import type { TaskOptions, Workers } from '#core/platform/workers.ts';
import { createInlineRunner } from '#core/workers/run-task.ts';
import { tasks } from '#core/workers/tasks.ts';

/** Returns a platform that runs tasks on the calling thread, and a record of the calls of its workers. */
export function watchedWorkers({ size = 1 } = {}) {
  const seen = { started: 0, mostAtOnce: 0 };
  let running = 0;
  const inline = createInlineRunner(tasks, () => platform);
  const run: Workers['run'] = async (name, input, options: TaskOptions = {}) => {
    seen.started++;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, ++running);
    const transfer = [...(options.transfer ?? [])];
    try {
      return (await inline.run(name, structuredClone(input, { transfer }), options)) as never;
    } finally {
      running--;
    }
  };
  const missing = () => {
    throw new Error('not part of this platform');
  };
  const platform: Platform = {
    workers: { size, run },
    images: { decode: missing, encodeJpeg: missing },
    canvases: { create: missing, createPath: missing, createImage: missing },
    fonts: { read: missing, prepareEmoji: missing, shaper: missing },
    media: {
      videoEncoders: missing,
      aacEncoder: missing,
      ffmpeg: missing,
      prepareDecoding: missing,
      setTimer: missing,
      streamInto: missing,
    },
    wasm: missing,
  };
  return { platform, seen };
}
