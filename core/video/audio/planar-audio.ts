import { writePcm } from '../../audio/dsp/quantize.ts';
import { resampledLength } from '../../audio/dsp/resampler.ts';
import type { ReadableAudio } from '../../audio/edit/plan-edits.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { AudioSource } from './audio-source.ts';
import { framesFor } from './render-audio.ts';

/** Audio of one or two channels, not clipped, which is computed when it is read. */
export interface PlanarAudio extends ReadableAudio {
  readonly channels: 1 | 2;
}

/** Returns the number of samples of a source at another sample rate. */
export const samplesAt = (
  { sampleRate, sampleFrames }: Pick<AudioSource, 'sampleRate' | 'sampleFrames'>,
  rate: number,
): number => (sampleRate === rate ? sampleFrames : resampledLength(sampleFrames, sampleRate, rate));

/** Returns a source's audio at a sample rate, mixed to at most two channels. */
export function planarAudio(
  source: AudioSource,
  { sampleRate, channels }: Pick<PlanarAudio, 'sampleRate' | 'channels'>,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): PlanarAudio {
  const { sampleRate: sourceRate, sampleFrames: sourceFrames, format, channelMask } = source;
  return {
    sampleRate,
    channels,
    samples: samplesAt(source, sampleRate),
    async read(start, end) {
      const [first, last] = framesFor(sourceRate, start, end, sampleRate);
      const blocks = await source.readBlocks(first, last, { platform, signal });
      const rendered = await platform.workers.run(
        'render-channels',
        { ...blocks, format, sourceFrames, sourceRate, channelMask, start, end, rate: sampleRate, channels },
        {
          signal,
          transfer: [blocks.bytes.buffer],
          workBytes: (end - start) * (sourceRate === sampleRate ? COPIED_WORK : RESAMPLED_WORK),
        },
      );
      source.damaged ||= rendered.damaged;
      return rendered.channels;
    },
  };
}

/** Work of resampling a sample, and of copying a sample, in image bytes that take as long to process. */
export const RESAMPLED_WORK = 64;
export const COPIED_WORK = 4;

/** Returns computed audio as a source of 32-bit float samples. Tags and faults are those of `origins`. */
export function sourceOf(audio: PlanarAudio, origins: readonly AudioSource[]): AudioSource {
  const { sampleRate, samples, channels } = audio;
  const blockBytes = 4 * channels;
  return {
    sampleRate,
    sampleFrames: samples,
    durationSec: samples / sampleRate,
    truncated: origins.some(({ truncated }) => truncated),
    tags: origins[0]?.tags,
    get damaged() {
      return origins.some(({ damaged }) => damaged);
    },
    set damaged(value) {
      if (value) for (const origin of origins) origin.damaged = true;
    },
    clipped: false,
    format: { encoding: 'float', channels, sampleBytes: 4, littleEndian: true, blockBytes, blockFrames: 1 },
    channelMask: 0,
    async readBlocks(first, last) {
      const planes = await audio.read(first, Math.max(first, Math.min(last, samples)));
      return { bytes: writePcm(planes, first, 'float'), firstFrame: first };
    },
  };
}
