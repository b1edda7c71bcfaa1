import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import type { WrittenFile } from '#core/operation.ts';
import { findOperation, type OperationId } from '#core/operations/index.ts';
import type { OperationContext } from '#core/platform/context.ts';
import type { Platform } from '#core/platform/platform.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { memorySink } from '../core/memory-sink.ts';

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
  const sampleFrames = Math.round(seconds * sampleRate);
  const bytes = new Uint8Array(44 + sampleFrames * 4);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string) => {
    for (const [index, letter] of [...value].entries()) bytes[at + index] = letter.charCodeAt(0);
  };
  text(0, 'RIFF');
  view.setUint32(4, 36 + sampleFrames * 4, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 4, true);
  view.setUint16(32, 4, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, sampleFrames * 4, true);
  for (let frame = 0; frame < sampleFrames; frame++) {
    const value = Math.round(Math.max(-1, Math.min(1, sample(frame / sampleRate))) * 32_767);
    view.setInt16(44 + frame * 4, value, true);
    view.setInt16(46 + frame * 4, value, true);
  }
  return fileFromBytes(name, bytes);
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
