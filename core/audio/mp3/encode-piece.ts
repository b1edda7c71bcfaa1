import { joinBytes } from '../../base/bytes.ts';
import type { TaskContext } from '../../platform/context.ts';
import { mixChannels, mixMatrix } from '../dsp/channel-mix.ts';
import { createResampler, type Resampler, resamplerInputRange } from '../dsp/resampler.ts';
import { clip, decodeSamples, hasNaN, isBeyondFullScale, limitSamples, type SourceStretch } from '../wav/pcm.ts';
import { createMp3Encoder } from './mp3-encoder.ts';
import type { Mp3Engine, Mp3Settings } from './mp3-settings.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'encode-mp3-piece': typeof encodePiece;
  }
}

export interface EncodePieceInput extends SourceStretch {
  /** Samples to encode, at the sample rate of the MP3; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly engine: Mp3Engine;
  readonly settings: Mp3Settings;
}

export interface EncodedPiece {
  readonly mp3: Uint8Array<ArrayBuffer>;
  readonly clipped: boolean;
  /** True if a sample is NaN, which is encoded as silence. */
  readonly damaged: boolean;
}

/** Samples processed at a time, so that they fit the processor's cache. */
const BLOCK = 1152 * 16;

/** Decodes WAV samples, mixes, resamples and encodes them to MP3. Runs in a worker. */
export async function encodePiece(input: EncodePieceInput, { platform }: TaskContext): Promise<EncodedPiece> {
  const { settings, start, end } = input;
  const encoder = await createMp3Encoder(input.engine, settings, platform);
  const matrix = mixMatrix(input.format.channels, input.channelMask);
  const resampler =
    input.sourceRate === settings.sampleRate ? undefined : cachedResampler(input.sourceRate, settings.sampleRate);
  const parts: Uint8Array[] = [];
  let clipped = false;
  for (let from = start; from < end; from += BLOCK) {
    const to = Math.min(end, from + BLOCK);
    const [first, last] = resampler ? resamplerInputRange(input.sourceRate, settings.sampleRate, from, to) : [from, to];
    const source = decodeRange(input, first, last);
    if (input.format.encoding === 'float') clipped ||= source.some(isBeyondFullScale);
    const mixed = mixChannels(source, matrix);
    const ready = resampler ? mixed.map((samples) => resampler.run(samples, first, from, to)) : mixed;
    for (const samples of ready) clip(samples);
    parts.push(encoder.encode(ready));
  }
  parts.push(encoder.finish());
  return { mp3: joinBytes(...parts), clipped, damaged: hasNaN(input.bytes, input.format) };
}

let resamplerInUse: { readonly from: number; readonly to: number; readonly resampler: Resampler } | undefined;

export function cachedResampler(from: number, to: number): Resampler {
  if (resamplerInUse?.from !== from || resamplerInUse.to !== to)
    resamplerInUse = { from, to, resampler: createResampler(from, to) };
  return resamplerInUse.resampler;
}

/** Decodes audio frames `[first, last)` for a filter, so samples are limited. `bytes` must contain all blocks with these frames. */
export function decodeRange(
  {
    bytes,
    format,
    firstFrame,
    sourceFrames,
  }: Pick<EncodePieceInput, 'bytes' | 'format' | 'firstFrame' | 'sourceFrames'>,
  first: number,
  last: number,
): Float32Array<ArrayBuffer>[] {
  const { blockBytes, blockFrames } = format;
  const end = Math.min(last, sourceFrames);
  const firstBlock = Math.floor((first - firstFrame) / blockFrames);
  const endBlock = Math.ceil((end - firstFrame) / blockFrames);
  const decoded = decodeSamples(bytes.subarray(firstBlock * blockBytes, endBlock * blockBytes), format);
  if (format.encoding === 'float') decoded.forEach(limitSamples);
  if (blockFrames === 1) return decoded;
  const offset = firstFrame + firstBlock * blockFrames;
  return decoded.map((samples) => samples.slice(first - offset, end - offset));
}
