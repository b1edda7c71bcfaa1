import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { CancelledError } from '#core/base/errors.ts';
import { FfmpegExit, type RunFfmpeg } from '#core/platform/media.ts';
import { threadOptions } from './thread-options.mjs';

type Reply = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly error: string; readonly hasExited: boolean };

/** True if the package `@ffmpeg/core` is installed. The published package doesn't require it. */
export function hasFfmpeg(): boolean {
  try {
    createRequire(import.meta.url).resolve('@ffmpeg/core');
    return true;
  } catch {
    return false;
  }
}

/** An idle thread for the next call, because compiling FFmpeg takes half a second. Doesn't keep the process alive. */
let idle: Worker | undefined;

/** Runs FFmpeg's WebAssembly build in a thread. An abort terminates the thread. */
export const runFfmpeg: RunFfmpeg = (run, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new CancelledError());
    const thread = idle ?? new Worker(new URL('./ffmpeg.worker.mjs', import.meta.url), threadOptions());
    idle = undefined;
    thread.ref();
    const removeListeners = () => {
      thread.off('message', onReply);
      thread.off('error', onError);
      signal?.removeEventListener('abort', onAbort);
    };
    const onReply = (reply: Reply) => {
      removeListeners();
      thread.unref();
      if (idle) void thread.terminate();
      else idle = thread;
      if ('bytes' in reply) resolve(reply.bytes);
      else reject(reply.hasExited ? new FfmpegExit(reply.error) : new Error(reply.error));
    };
    const onError = (error: unknown) => {
      removeListeners();
      reject(error);
    };
    const onAbort = () => {
      removeListeners();
      void thread.terminate();
      reject(new CancelledError());
    };
    thread.on('message', onReply);
    thread.on('error', onError);
    signal?.addEventListener('abort', onAbort);
    thread.postMessage(run, [run.input.bytes.buffer]);
  });
