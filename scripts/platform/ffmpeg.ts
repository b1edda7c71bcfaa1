import { Worker } from 'node:worker_threads';
import { CancelledError } from '#core/errors.ts';
import type { RunFfmpeg } from '#core/video/ffmpeg-encoder.ts';

type Reply = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly error: string };

/** Loading the program takes half a second: one thread stays for the next run, and none keeps the process alive. */
let idle: Worker | undefined;

/** `RunFfmpeg` by the build in WebAssembly that browsers get as well; aborting ends the thread. */
export const runFfmpeg: RunFfmpeg = (run, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new CancelledError());
    const thread = idle ?? new Worker(new URL('./ffmpeg.worker.mjs', import.meta.url));
    idle = undefined;
    thread.ref();
    const settle = (end: () => void) => {
      thread.removeAllListeners();
      signal?.removeEventListener('abort', abort);
      end();
    };
    const abort = () =>
      settle(() => {
        void thread.terminate();
        reject(new CancelledError());
      });
    signal?.addEventListener('abort', abort);
    thread.on('message', (reply: Reply) =>
      settle(() => {
        thread.unref();
        if (idle) void thread.terminate();
        else idle = thread;
        if ('bytes' in reply) resolve(reply.bytes);
        else reject(new Error(reply.error));
      }),
    );
    thread.on('error', (error) => settle(() => reject(error)));
    thread.postMessage(run, [run.input.bytes.buffer]);
  });
