import wasmUrl from '@ffmpeg/core/wasm?url';
import coreUrl from '@ffmpeg/core?url';
import { FFmpeg } from '@ffmpeg/ffmpeg';
import { CancelledError } from '#core/base/errors.ts';
import type { RunFfmpeg } from '#core/video/h264/ffmpeg-encoder.ts';
import workerUrl from './ffmpeg.worker.js?worker&url';

/** Ten megabytes over the wire: loaded when nothing else can encode, and kept for the next group. */
let idle: FFmpeg | undefined;

/** `RunFfmpeg` in a worker of its own; aborting ends the worker. */
export const runFfmpeg: RunFfmpeg = async ({ args, input, output }, signal) => {
  if (signal?.aborted) throw new CancelledError();
  const ffmpeg = idle ?? new FFmpeg();
  idle = undefined;
  const abort = () => ffmpeg.terminate();
  signal?.addEventListener('abort', abort);
  const log: string[] = [];
  const remember = ({ message }: { message: string }) => log.push(message);
  ffmpeg.on('log', remember);
  try {
    if (!ffmpeg.loaded) {
      const base = globalThis.location.href;
      await ffmpeg.load({
        classWorkerURL: new URL(workerUrl, base).href,
        coreURL: new URL(coreUrl, base).href,
        wasmURL: new URL(wasmUrl, base).href,
      });
    }
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
