import { statSync } from 'node:fs';
import type { CancelSignal } from '#core/base/cancel-signal.ts';
import { CancelledError } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import { imageMemory, readImageHeader } from '#core/image/formats/registry.ts';
import { hasTiffSignature } from '#core/image/formats/tiff/tiff-directory.ts';
import type { TaskOptions } from '#core/platform/workers.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import type { JobOrder, JobResult, ResultFailure } from '../command/plan/job-order.ts';
import { type MemoryFile, openMemoryFile } from '../command/plan/memory-files.ts';
import { runJob } from '../command/run/job.ts';
import { createThreadedJobs } from '../command/run/threaded-jobs.ts';
import type { NodePlatform } from '../platform/index.ts';
import { readStart } from '../platform/outside-file.ts';

/** Runs library calls in threads, and limits the number of calls that run at the same time. */
export interface CallQueue {
  /** Runs a call in a thread. Throws FudebakoError, Node's errors, or CancelledError, even before the call starts. */
  run(order: JobOrder, options: TaskOptions): Promise<readonly (JobResult | ResultFailure)[]>;
  close(): void;
}

export interface CallQueueOptions {
  readonly concurrency: number;
  /** Maximum estimated memory in bytes of all running library calls; a call that needs more memory runs alone. */
  readonly memoryBytes: number | undefined;
  /** Number of worker threads for a library call that runs alone; 0 runs library calls in the main thread. */
  readonly threads: number;
  readonly limits: JobLimits;
  readonly node: NodePlatform;
}

/** Runs each library call in a worker thread, so that decoding never blocks the main thread. */
export function createCallQueue({ concurrency, memoryBytes, threads, limits, node }: CallQueueOptions): CallQueue {
  const gate = createGate(concurrency, memoryBytes);
  const jobs = threads === 0 ? undefined : createThreadedJobs({ parallelJobs: concurrency, threads, limits });
  return {
    async run(order, { signal, onProgress }) {
      const leave = await gate.enter(memoryBytes === undefined ? 0 : await estimateBytes(order), signal);
      try {
        if (!jobs) return await runJob(order, parseRecipe(order.steps), { platform: node, signal, onProgress });
        // If no other call runs or waits, this call may use all threads.
        const isAlone = concurrency > 1 && gate.running === 1 && gate.waiting === 0;
        return await jobs.run(isAlone ? { ...order, threads } : order, nameOf(order), { signal, onProgress });
      } finally {
        leave();
      }
    },
    close: () => jobs?.close(),
  };
}

const filesOf = ({ files = {} }: JobOrder): readonly MemoryFile[] => Object.values(files);

/** Returns the name of the first file of a call, for messages. */
function nameOf(order: JobOrder): string {
  const [file] = filesOf(order);
  if (!file || 'pixels' in file) return order.steps[0]?.operation ?? 'image';
  return 'path' in file ? file.path : file.name;
}

/** Number of bytes that contains the header of most images. */
const HEADER_BYTES = 64 * 1024;

/** Estimates the memory of a call in bytes from the headers of its images. Files that aren't images count as 0. */
async function estimateBytes(order: JobOrder): Promise<number> {
  let bytes = 0;
  for (const file of filesOf(order)) bytes += await memoryOf(file);
  return bytes;
}

async function memoryOf(file: MemoryFile): Promise<number> {
  // An open image needs as much memory as an uncompressed file: its pixels are copied from shared memory.
  if ('pixels' in file) return imageMemory({ ...file.pixels, format: 'bmp' }, 0);
  try {
    const read = async (length: number) =>
      'path' in file ? readStart(file.path, length) : openMemoryFile(file).read(0, length);
    const start = await read(HEADER_BYTES);
    // Reads the rest of a TIFF, because its header (the directory) may be at the end of the file.
    const isTiff = hasTiffSignature(start) && start.length === HEADER_BYTES;
    const header = readImageHeader(start) ?? (isTiff ? readImageHeader(await read(sizeOf(file))) : undefined);
    return header ? imageMemory(header, sizeOf(file)) : 0;
  } catch {
    // Ignores a file that can't be read, because the call itself reports the error.
    return 0;
  }
}

const sizeOf = (file: Exclude<MemoryFile, { pixels: unknown }>) =>
  'path' in file ? statSync(file.path).size : openMemoryFile(file).size;

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

/** Starts waiting calls in their order, within the limits on the number of calls and on their estimated memory. */
function createGate(concurrency: number, memoryBytes = Number.POSITIVE_INFINITY) {
  const queue: Waiting[] = [];
  let running = 0;
  let usedBytes = 0;
  const admit = () => {
    for (let next = queue[0]; next; next = queue[0]) {
      if (running >= concurrency || (running > 0 && usedBytes + next.bytes > memoryBytes)) return;
      queue.shift();
      running++;
      usedBytes += next.bytes;
      next.start();
    }
  };
  return {
    get running() {
      return running;
    },
    get waiting() {
      return queue.length;
    },
    /** Waits until a new call may start. Returns a function that must be called when the new call has ended. */
    async enter(bytes: number, signal: CancelSignal | undefined): Promise<() => void> {
      if (signal?.aborted) throw new CancelledError();
      await new Promise<void>((resolve, reject) => {
        const cancel = () => {
          const place = queue.indexOf(waiting);
          if (place < 0) return;
          queue.splice(place, 1);
          reject(new CancelledError());
          admit();
        };
        const waiting = {
          bytes,
          start: () => {
            signal?.removeEventListener('abort', cancel);
            resolve();
          },
        };
        signal?.addEventListener('abort', cancel);
        queue.push(waiting);
        admit();
      });
      return () => {
        running--;
        usedBytes -= bytes;
        admit();
      };
    },
  };
}
