import wasmUrl from '@ffmpeg/core/wasm?url';
import coreUrl from '@ffmpeg/core?url';
import { FFmpeg } from '@ffmpeg/ffmpeg';
import type { CancelSignal } from '#core/base/cancel-signal.ts';
import { CancelledError } from '#core/base/errors.ts';
import { FfmpegExit, type FfmpegRun, type RunFfmpeg } from '#core/platform/media.ts';
import workerUrl from './ffmpeg.worker.js?worker&url';

/** Maximum number of parallel FFmpeg instances. Each instance encodes one GOP (about two seconds) at a time. */
const MAX_PROGRAMS = 2;

/** Minimum milliseconds of work before a second FFmpeg instance starts, because a start takes longer than most GOPs. */
const SECOND_START_MS = 2000;

/** Milliseconds without work after which an FFmpeg instance is terminated, to free memory. */
const IDLE_MS = 30_000;

/** Milliseconds without log lines until FFmpeg counts as stalled. Compilation and a GOP's first frames log nothing. */
const SILENT_MS = 120_000;

interface Waiting {
  readonly resolve: (program: FFmpeg) => void;
  readonly fail: (error: unknown) => void;
}

const free = new Map<FFmpeg, ReturnType<typeof setTimeout>>();
const waiting: Waiting[] = [];
let programs = 0;

/** FFmpeg compiled to WebAssembly, about 10 MB. Downloaded only if the browser has no working encoder. */
let download: Promise<unknown> | undefined;

/** Runs FFmpeg in a separate worker. An abort terminates the worker. */
export const runFfmpeg: RunFfmpeg = async (run, signal) => {
  const program = await acquireProgram(signal);
  try {
    const bytes = await runIn(program, run, signal);
    release(program);
    return bytes;
  } catch (error) {
    end(program);
    throw signal?.aborted ? new CancelledError() : error;
  }
};

const silence = () => new Error(`FFmpeg says nothing for ${SILENT_MS / 1000} s`);

async function runIn(
  ffmpeg: FFmpeg,
  { args, input, output }: FfmpegRun,
  signal: CancelSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const log: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const live = () => {
    clearTimeout(timer);
    timer = setTimeout(() => fail(silence()), SILENT_MS);
  };
  const hear = ({ message }: { message: string }) => {
    log.push(message);
    live();
  };
  const abort = () => fail(new CancelledError());
  const work = async () => {
    await ffmpeg.writeFile(input.name, input.bytes);
    const code = await ffmpeg.exec([...args]);
    if (code !== 0) throw new FfmpegExit(`FFmpeg ended with ${code}: ${log.slice(-3).join(' ')}`);
    const bytes = await ffmpeg.readFile(output);
    await ffmpeg.deleteFile(input.name);
    await ffmpeg.deleteFile(output);
    return bytes as Uint8Array<ArrayBuffer>;
  };
  signal?.addEventListener('abort', abort);
  ffmpeg.on('log', hear);
  ffmpeg.on('progress', live);
  live();
  try {
    return await Promise.race([work(), failed]);
  } finally {
    clearTimeout(timer);
    ffmpeg.off('log', hear);
    ffmpeg.off('progress', live);
    signal?.removeEventListener('abort', abort);
  }
}

async function acquireProgram(signal: CancelSignal | undefined): Promise<FFmpeg> {
  if (signal?.aborted) throw new CancelledError();
  for (const [program, timer] of free) {
    clearTimeout(timer);
    free.delete(program);
    return program;
  }
  const secondStart = programs === 0 ? undefined : setTimeout(start, SECOND_START_MS);
  let entry: Waiting | undefined;
  const abort = () => entry?.fail(new CancelledError());
  try {
    return await new Promise<FFmpeg>((resolve, fail) => {
      entry = { resolve, fail };
      waiting.push(entry);
      signal?.addEventListener('abort', abort);
      if (programs === 0) start();
    });
  } finally {
    clearTimeout(secondStart);
    signal?.removeEventListener('abort', abort);
    const place = entry ? waiting.indexOf(entry) : -1;
    if (place >= 0) waiting.splice(place, 1);
  }
}

function start(): void {
  if (programs === MAX_PROGRAMS) return;
  programs++;
  void startProgram().then(release, (error) => {
    programs--;
    if (programs === 0) for (const { fail } of waiting.splice(0)) fail(error);
  });
}

function release(program: FFmpeg): void {
  const next = waiting.shift();
  if (next) {
    next.resolve(program);
    return;
  }
  const timer = setTimeout(() => {
    free.delete(program);
    end(program);
  }, IDLE_MS);
  free.set(program, timer);
}

function end(program: FFmpeg): void {
  program.terminate();
  programs--;
  if (waiting.length > 0) start();
}

async function startProgram(): Promise<FFmpeg> {
  const base = globalThis.location.href;
  const wasmURL = new URL(wasmUrl, base).href;
  // Downloads FFmpeg into the browser's cache first, so the timeout below excludes the download.
  download ??= fetch(wasmURL)
    .then((answer) => answer.arrayBuffer())
    .catch(() => {
      download = undefined;
    });
  await download;
  const ffmpeg = new FFmpeg();
  const started = ffmpeg.load({
    classWorkerURL: new URL(workerUrl, base).href,
    coreURL: new URL(coreUrl, base).href,
    wasmURL,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silence()), SILENT_MS);
  });
  try {
    await Promise.race([started, late]);
    return ffmpeg;
  } catch (error) {
    ffmpeg.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
