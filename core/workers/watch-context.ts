import { STALL_SECONDS, type StallPhase } from '../base/outside-limits.ts';
import { readImageHeader } from '../image/formats/registry.ts';
import type { OperationContext } from '../platform/context.ts';
import type { Media } from '../platform/media.ts';
import type { Platform } from '../platform/platform.ts';
import type { TaskOptions } from '../platform/workers.ts';

/** Reports the activity of a job to a watchdog. The watchdog stops jobs without activity. */
export interface Pulse {
  /** Sets the maximum seconds without activity for the next phase of a job. */
  allow(seconds: number, phase: StallPhase): void;
  beat(): void;
}

export interface WatchedContext extends OperationContext {
  readonly onBytes: () => void;
}

/** Tasks whose input has the bytes of an image file. */
const DECODING_TASKS: readonly string[] = ['decode-pixels', 'read-jpeg', 'check-jpeg', 'read-scaled-png'];

/** Reports activity, and sets time limits for the phases. `loadingSeconds` is extra time for loading decoders. */
export function watchContext(context: OperationContext, pulse: Pulse, loadingSeconds = 0): WatchedContext {
  const { platform, onProgress, onStage } = context;
  let isWorking = false;
  const resume = () =>
    isWorking ? pulse.allow(STALL_SECONDS.working, 'working') : pulse.allow(STALL_SECONDS.reading, 'reading');
  const work = () => {
    isWorking = true;
    resume();
  };
  const decodingSeconds = (bytes: Uint8Array) => {
    const { width = 0, height = 0 } = readImageHeader(bytes) ?? {};
    return STALL_SECONDS.reading + (STALL_SECONDS.decodingPerMegapixel * width * height) / 1e6;
  };
  const decode = async <Result>(seconds: number, act: () => Promise<Result>): Promise<Result> => {
    pulse.allow(seconds, 'decoding');
    const result = await act();
    work();
    return result;
  };
  const images: Platform['images'] = {
    decode: (bytes, type) => decode(decodingSeconds(bytes), () => platform.images.decode(bytes, type)),
    encodeJpeg: (raster, quality) => {
      work();
      return platform.images.encodeJpeg(raster, quality);
    },
  };
  const run = async (name: string, input: unknown, options: TaskOptions = {}) => {
    const isDecoding = DECODING_TASKS.includes(name);
    const seconds = isDecoding ? decodingSeconds((input as { bytes: Uint8Array }).bytes) : 0;
    const onTaskProgress = (fraction: number) => {
      if (isDecoding) pulse.allow(seconds, 'decoding');
      else pulse.beat();
      options.onProgress?.(fraction);
    };
    const act = () => platform.workers.run(name as never, input as never, { ...options, onProgress: onTaskProgress });
    if (isDecoding) return decode(seconds + loadingSeconds, act);
    work();
    const output = await act();
    pulse.beat();
    return output;
  };
  let decodings = 0;
  const ffmpeg: Media['ffmpeg'] = async () => {
    const runFfmpeg = await platform.media.ffmpeg();
    return async (run, signal) => {
      // Processing has a higher limit already.
      if (isWorking) return runFfmpeg(run, signal);
      const { reading, startingFfmpeg, decodingPerMegabyte } = STALL_SECONDS;
      const decoding = (decodingPerMegabyte * run.input.bytes.length) / 1e6;
      decodings++;
      pulse.allow(reading + loadingSeconds + startingFfmpeg + decoding, 'decoding');
      try {
        return await runFfmpeg(run, signal);
      } finally {
        if (--decodings === 0) resume();
      }
    };
  };
  resume();
  return {
    ...context,
    platform: {
      ...platform,
      images,
      media: { ...platform.media, ffmpeg },
      workers: { size: platform.workers.size, run: run as Platform['workers']['run'] },
    },
    onProgress(fraction) {
      pulse.beat();
      onProgress?.(fraction);
    },
    onStage(stage) {
      if (stage === 'encode') work();
      else pulse.beat();
      onStage?.(stage);
    },
    onBytes: () => pulse.beat(),
  };
}
