import { readImageHeader } from '#core/image/header.ts';
import { STALL_SECONDS } from '#core/outside-limits.ts';
import type { OperationContext, Platform, TaskOptions } from '#core/platform.ts';
import { allow, beat } from '../platform/pulse.mjs';

/** A context that notes whatever goes on in it. */
export interface WatchedContext extends OperationContext {
  /** Bytes have been read or written. */
  readonly onBytes: () => void;
}

/**
 * Notes what a job does in its pulse. At first it may take as long as reading does; once its real
 * work has begun, as long as that. A picture's decoder in between has its own time, by its size.
 */
export function watchContext(context: OperationContext, pulse: Int32Array): WatchedContext {
  const { platform, onProgress, onStage } = context;
  let isWorking = false;
  const resume = () =>
    isWorking ? allow(pulse, STALL_SECONDS.working, 'working') : allow(pulse, STALL_SECONDS.reading, 'reading');
  const work = () => {
    isWorking = true;
    resume();
  };
  const decode = async <Result>(bytes: Uint8Array, act: () => Promise<Result>): Promise<Result> => {
    const { width = 0, height = 0 } = readImageHeader(bytes) ?? {};
    const seconds = STALL_SECONDS.reading + (STALL_SECONDS.decodingPerMegapixel * width * height) / 1e6;
    allow(pulse, seconds, 'reading');
    const result = await act();
    work();
    return result;
  };
  const images: Platform['images'] = {
    decode: (bytes, type) => decode(bytes, () => platform.images.decode(bytes, type)),
    encodeJpeg: (raster, quality) => {
      work();
      return platform.images.encodeJpeg(raster, quality);
    },
  };
  const run = async (name: string, input: unknown, options: TaskOptions = {}) => {
    const onTaskProgress = (fraction: number) => {
      beat(pulse);
      options.onProgress?.(fraction);
    };
    const act = () => platform.workers.run(name as never, input as never, { ...options, onProgress: onTaskProgress });
    if (name === 'decode-wasm') return decode((input as { bytes: Uint8Array }).bytes, act);
    work();
    const output = await act();
    beat(pulse);
    return output;
  };
  resume();
  return {
    ...context,
    platform: {
      ...platform,
      images,
      workers: { size: platform.workers.size, run: run as Platform['workers']['run'] },
    },
    onProgress(fraction) {
      beat(pulse);
      onProgress?.(fraction);
    },
    onStage(stage) {
      if (stage === 'encode') work();
      else beat(pulse);
      onStage?.(stage);
    },
    onBytes: () => beat(pulse),
  };
}
