import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import type { WrittenFile } from '#core/operation.ts';
import { findOperation, type OperationId } from '#core/operations/index.ts';
import type { OperationContext } from '#core/platform/context.ts';
import type { Platform } from '#core/platform/platform.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { memorySink } from '../core/memory-sink.ts';
import { wavOf } from '../wav.ts';

export interface WrittenResult extends WrittenFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly progress: readonly number[];
  readonly stages: readonly string[];
}

/** Makes a video from raw parameters, as the page and the command do. */
export const makeVideo = (
  operation: 'sound-to-video' | 'sound-to-slideshow',
  inputs: Readonly<Record<string, SourceFile | readonly SourceFile[]>>,
  params: object,
  platform: Platform,
  context?: Partial<OperationContext>,
): Promise<WrittenResult> => makeFile(operation, inputs, params, platform, context);

/** Runs an operation with a file result from raw parameters. */
export async function makeFile(
  operation: OperationId,
  inputs: Readonly<Record<string, unknown>>,
  params: object,
  platform: Platform,
  context: Partial<OperationContext> = {},
): Promise<WrittenResult> {
  const declared = findOperation(operation);
  if (!declared) throw new Error(`There is no ${operation}`);
  const sink = memorySink();
  const progress: number[] = [];
  const stages: string[] = [];
  const written = (await declared.run(inputs, parseOperationParameters(declared, params), {
    platform,
    sink,
    onProgress: (fraction) => progress.push(fraction),
    onStage: (stage) => stages.push(stage),
    ...context,
  })) as WrittenFile;
  return { ...written, bytes: sink.bytes(), progress, stages };
}

/** Returns a stereo 16-bit WAV file of `seconds` seconds. Calls `sample` with the time in seconds of each sample. */
export function wavFile(
  seconds: number,
  sample: (time: number) => number,
  { sampleRate = 44_100, name = 'sound.wav' } = {},
): SourceFile {
  const samples = new Int16Array(2 * Math.round(seconds * sampleRate));
  for (let at = 0; at < samples.length; at += 2)
    samples.fill(Math.round(Math.max(-1, Math.min(1, sample(at / 2 / sampleRate))) * 32_767), at, at + 2);
  return fileFromBytes(name, wavOf(samples, sampleRate, 2));
}

export async function pngFile(raster: Raster, platform: Platform, name = 'picture.png'): Promise<SourceFile> {
  return fileFromBytes(name, await encodeImage(raster, { format: 'png' }, { platform }));
}

/** Returns the peak signal-to-noise ratio of 8-bit samples, in decibels. */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new RangeError(`${a.length} samples are not ${b.length}`);
  let squares = 0;
  for (let index = 0; index < a.length; index++) squares += ((a[index] as number) - (b[index] as number)) ** 2;
  return squares === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * a.length) / squares);
}
