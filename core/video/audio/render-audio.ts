import { mixChannels, mixMatrix } from '../../audio/dsp/channel-mix.ts';
import { resamplerInputRange } from '../../audio/dsp/resampler.ts';
import { applyEdits, type PlacedEdits } from '../../audio/edit/apply-edits.ts';
import { cachedResampler, decodeRange } from '../../audio/mp3/encode-piece.ts';
import { clip, hasNaN, isBeyondFullScale, type SourceStretch } from '../../audio/wav/pcm.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'render-audio': typeof renderAudio;
    'render-channels': typeof renderPlanar;
  }
}

/** Sample rate in hertz of the audio track of a video. */
export const TRACK_RATE = 44_100;
export const TRACK_CHANNELS = 2;

/** Returns the range of source frames at `sourceRate` on which the samples `[start, end)` at `rate` depend. */
export function framesFor(
  sourceRate: number,
  start: number,
  end: number,
  rate = TRACK_RATE,
): readonly [first: number, last: number] {
  return sourceRate === rate ? [start, end] : resamplerInputRange(sourceRate, rate, start, end);
}

export interface RenderAudioInput extends SourceStretch {
  /** First requested sample at the track's sample rate, counted from the start of the source. */
  readonly start: number;
  readonly end: number;
  /** Edits of the samples; positions are counted from the start of the source, at the track's sample rate. */
  readonly edits?: PlacedEdits | undefined;
}

export interface RenderedAudio {
  readonly stereo: Float32Array<ArrayBuffer>;
  /** True if the samples exceeded full scale. AAC encoders and players distort such samples, so they are clipped. */
  readonly clipped: boolean;
  /** True if a source sample is NaN, which becomes silence. */
  readonly damaged: boolean;
}

/** Decodes, mixes and resamples source audio to interleaved stereo at the track's sample rate. Runs in a worker. */
export async function renderAudio(input: RenderAudioInput): Promise<RenderedAudio> {
  const { start, end, format, edits } = input;
  const ready = renderChannels(input, TRACK_RATE);
  if (edits) for (const samples of ready) applyEdits(samples, start, edits);
  const [left = new Float32Array(end - start), right = left] = ready;
  const stereo = new Float32Array((end - start) * TRACK_CHANNELS);
  for (let index = 0; index < left.length; index++) {
    stereo[2 * index] = left[index] as number;
    stereo[2 * index + 1] = right[index] as number;
  }
  const clipped = isBeyondFullScale(stereo);
  clip(stereo);
  return { stereo, clipped, damaged: hasNaN(input.bytes, format) };
}

export interface RenderPlanarInput extends Omit<RenderAudioInput, 'edits'> {
  /** Sample rate and number of channels of the result. */
  readonly rate: number;
  readonly channels: 1 | 2;
}

export interface RenderedPlanar {
  /** Samples of each channel, not clipped. */
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly damaged: boolean;
}

/** Decodes, mixes and resamples source audio to one or two channels of any sample rate. Runs in a worker. */
export async function renderPlanar(input: RenderPlanarInput): Promise<RenderedPlanar> {
  const ready = renderChannels(input, input.rate);
  const [left = new Float32Array(input.end - input.start), right] = ready;
  const channels = input.channels === 1 ? [mean(left, right)] : [left, right ?? left.slice()];
  return { channels, damaged: hasNaN(input.bytes, input.format) };
}

/** Returns one channel, or the mean of two, as FFmpeg mixes stereo to mono. */
function mean(left: Float32Array<ArrayBuffer>, right?: Float32Array): Float32Array<ArrayBuffer> {
  return right ? left.map((sample, index) => (sample + (right[index] as number)) / 2) : left;
}

/** Returns the channels of the source: one, or two, to which more are mixed. */
function renderChannels(input: Omit<RenderAudioInput, 'edits'>, rate: number): Float32Array<ArrayBuffer>[] {
  const { start, end, sourceRate, format, channelMask } = input;
  const resampler = sourceRate === rate ? undefined : cachedResampler(sourceRate, rate);
  const [first, last] = framesFor(sourceRate, start, end, rate);
  const source = mixChannels(decodeRange(input, first, last), mixMatrix(format.channels, channelMask));
  return resampler ? source.map((samples) => resampler.run(samples, first, start, end)) : source;
}
