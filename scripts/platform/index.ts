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

/** Tasks below this size run in the calling thread, because starting a thread (50 ms) takes longer than such tasks. */
const INLINE_BELOW_BYTES = 8 * 1024 * 1024;

/** Maximum WebAssembly memory as a multiple of the job's memory limit, which is checked only at intervals. */
const PROGRAM_SHARE = 2;

export interface NodePlatformOptions {
  /** Number of worker threads; by default, one per CPU. With 0, every task runs in the calling thread. */
  readonly threads?: number;
  readonly limits?: JobLimits;
}

export interface NodePlatform extends Platform {
  /** Runs tasks in the calling thread: small tasks, or all tasks of a platform without threads. */
  readonly inline: InlineRunner<typeof tasks>;
  /** Terminates all threads immediately. Not required for exit, because idle threads don't keep the process alive. */
  close(): void;
}

/** Implements core's `Platform` with @napi-rs/canvas, WebAssembly and worker threads. */
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
          // Time and memory limits need a thread even for small tasks, because only threads can be terminated.
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
