import wasmUrl from '@ffmpeg/core/wasm?url';
import coreUrl from '@ffmpeg/core?url';
import { FFmpeg } from '@ffmpeg/ffmpeg';
import { CancelledError } from '#core/base/errors.ts';
import type { RunFfmpeg } from '#core/video/h264/ffmpeg-encoder.ts';
import workerUrl from './ffmpeg.worker.js?worker&url';

/** Kept for the next group. */
let idle: FFmpeg | undefined;

/** Ten megabytes over the wire, loaded when nothing else can encode. */
let download: Promise<unknown> | undefined;

/**
 * Under load, Firefox now and then makes a worker inside a worker that never begins, and nothing is said of it; a new one
 * in its place begins. What is waited for is the worker and the compiling, and not the network.
 */
const START_MS = 20_000;

/** `RunFfmpeg` in a worker of its own; aborting ends the worker. */
export const runFfmpeg: RunFfmpeg = async ({ args, input, output }, signal) => {
  if (signal?.aborted) throw new CancelledError();
  let ffmpeg = idle ?? new FFmpeg();
  idle = undefined;
  const abort = () => ffmpeg.terminate();
  signal?.addEventListener('abort', abort);
  const log: string[] = [];
  const remember = ({ message }: { message: string }) => log.push(message);
  try {
    if (!(await isStarted(ffmpeg))) {
      ffmpeg.terminate();
      ffmpeg = new FFmpeg();
      if (!(await isStarted(ffmpeg))) throw new Error('FFmpeg does not start');
    }
    if (signal?.aborted) throw new CancelledError();
    ffmpeg.on('log', remember);
    await ffmpeg.writeFile(input.name, input.bytes);
    const code = await ffmpeg.exec([...args]);
    if (code !== 0) throw new Error(`FFmpeg ended with ${code}: ${log.slice(-3).join(' ')}`);
    const bytes = await ffmpeg.readFile(output);
    await ffmpeg.deleteFile(input.name);
    await ffmpeg.deleteFile(output);
    if (idle) ffmpeg.terminate();
    else idle = ffmpeg;
    return bytes as Uint8Array<ArrayBuffer>;
  } catch (error) {
    ffmpeg.terminate();
    throw signal?.aborted ? new CancelledError() : error;
  } finally {
    ffmpeg.off('log', remember);
    signal?.removeEventListener('abort', abort);
  }
};

/** Starts it where it does not run yet; false where that takes too long. */
async function isStarted(ffmpeg: FFmpeg): Promise<boolean> {
  if (ffmpeg.loaded) return true;
  const base = globalThis.location.href;
  const wasmURL = new URL(wasmUrl, base).href;
  // From here on the browser has it, and says by itself what is wrong where it could not be loaded.
  download ??= fetch(wasmURL)
    .then((answer) => answer.arrayBuffer())
    .catch(() => {
      download = undefined;
    });
  await download;
  const started = ffmpeg.load({
    classWorkerURL: new URL(workerUrl, base).href,
    coreURL: new URL(coreUrl, base).href,
    wasmURL,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), START_MS);
  });
  // One that is ended is told so, and nobody waits for it any more.
  started.catch(() => undefined);
  try {
    return await Promise.race([started, late]);
  } finally {
    clearTimeout(timer);
  }
}
