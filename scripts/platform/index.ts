import { availableParallelism } from 'node:os';
import type { Platform } from '#core/platform/platform.ts';
import type { Workers } from '#core/platform/workers.ts';
import { createInlineRunner, type InlineRunner } from '#core/workers/run-task.ts';
import { tasks } from '#core/workers/tasks.ts';
import { nodeCanvases } from './canvases.ts';
import { nodeFonts } from './fonts.ts';
import { nodeImages } from './images.ts';
import { nodeMedia } from './media.ts';
import { createThreadPool } from './thread.ts';
import { loadWasm } from './wasm.ts';

/** A megapixel: what a codec does in less time than a thread takes to start (about 0.25 s). */
const INLINE_BELOW_BYTES = 4 * 1024 * 1024;

export interface NodePlatformOptions {
  /** Threads for tasks; 0 runs every task where it is called, as in a thread itself. One for each processor by default. */
  readonly threads?: number;
}

export interface NodePlatform extends Platform {
  /** Runs what is too small for a thread, and in a thread everything. */
  readonly inline: InlineRunner<typeof tasks>;
  /** Ends the threads at once. Idle ones do not keep the process alive, so this is only for leaving early. */
  close(): void;
}

/** `Platform` on Node: @napi-rs/canvas, WebAssembly from node_modules, worker_threads. */
export function createNodePlatform({ threads = availableParallelism() }: NodePlatformOptions = {}): NodePlatform {
  const inline = createInlineRunner(tasks, () => platform);
  const pool =
    threads > 0
      ? createThreadPool<typeof tasks>(new URL('./tasks.worker.ts', import.meta.url), {
          size: threads,
          inline: { belowBytes: INLINE_BELOW_BYTES, runner: inline },
        })
      : undefined;
  const workers: Workers = pool ?? inline;
  const platform: NodePlatform = {
    images: nodeImages,
    canvases: nodeCanvases,
    fonts: nodeFonts,
    workers,
    media: nodeMedia,
    inline,
    wasm: loadWasm,
    close: () => pool?.close(),
  };
  return platform;
}
