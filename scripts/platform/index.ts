import { availableParallelism } from 'node:os';
import type { JobLimits } from '#core/base/job-limits.ts';
import type { Platform } from '#core/platform/platform.ts';
import type { Workers } from '#core/platform/workers.ts';
import { createInlineRunner, type InlineRunner } from '#core/workers/run-task.ts';
import { tasks } from '#core/workers/tasks.ts';
import { nodeCanvases } from './canvases.ts';
import { nodeFonts } from './fonts.ts';
import { nodeImages } from './images.ts';
import { needsWatch } from './job-limits.ts';
import { nodeMedia } from './media.ts';
import { createThreadPool } from './thread.ts';
import { loadWasm } from './wasm.ts';

/** A megapixel: what a codec does in less time than a thread takes to start (about 0.25 s). */
const INLINE_BELOW_BYTES = 4 * 1024 * 1024;

/**
 * What a WebAssembly program's memory may grow to, as a multiple of the memory that a job may take. The watch over the
 * process's memory comes first, as it can say what happened; this holds where memory grows faster than the watch looks.
 */
const PROGRAM_SHARE = 2;

export interface NodePlatformOptions {
  /** Threads for tasks; 0 runs every task where it is called, as in a thread itself. One for each processor by default. */
  readonly threads?: number;
  readonly limits?: JobLimits;
}

export interface NodePlatform extends Platform {
  /** Runs what is too small for a thread, and in a thread everything. */
  readonly inline: InlineRunner<typeof tasks>;
  /** Ends the threads at once. Idle ones do not keep the process alive, so this is only for leaving early. */
  close(): void;
}

/** `Platform` on Node: @napi-rs/canvas, WebAssembly from node_modules, worker_threads. */
export function createNodePlatform({
  threads = availableParallelism(),
  limits = {},
}: NodePlatformOptions = {}): NodePlatform {
  const { maxMemory } = limits;
  const maxProgramBytes = maxMemory && maxMemory * 1e6 * PROGRAM_SHARE;
  const inline = createInlineRunner(tasks, () => platform);
  const pool =
    threads > 0
      ? createThreadPool<typeof tasks>(new URL('./tasks.worker.ts', import.meta.url), {
          size: threads,
          // What may have to be ended needs a thread, however small it is.
          inline: { belowBytes: needsWatch(limits) ? 0 : INLINE_BELOW_BYTES, runner: inline },
          data: { limits },
          maxHeap: maxMemory,
        })
      : undefined;
  const workers: Workers = pool ?? inline;
  const platform: NodePlatform = {
    images: nodeImages,
    canvases: nodeCanvases,
    fonts: { ...nodeFonts, shaper: () => loadWasm('harfbuzz', maxProgramBytes) },
    workers,
    media: nodeMedia,
    inline,
    wasm: (name) => loadWasm(name, maxProgramBytes),
    close: () => pool?.close(),
  };
  return platform;
}
