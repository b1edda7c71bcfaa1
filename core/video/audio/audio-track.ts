import { resampledLength } from '../../audio/dsp/resampler.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { VideoTiming } from '../plan/durations.ts';
import type { AudioSource } from './audio-source.ts';
import { framesFor, TRACK_CHANNELS, TRACK_RATE } from './render-audio.ts';

/** The audio track of a video, in stereo at `TRACK_RATE`: silence, the trimmed audio file, silence. */
export interface AudioTrack {
  readonly samples: number;
  /** Returns samples `[from, to)` with left and right interleaved; silence past the end of the track. */
  read(from: number, to: number): Promise<Float32Array<ArrayBuffer>>;
}

export function createAudioTrack(
  audio: AudioSource,
  timing: Pick<VideoTiming, 'trimStartSec' | 'trimEndSec' | 'blankStartSec' | 'blankEndSec'>,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): AudioTrack {
  const { sampleRate, format, channelMask, sampleFrames } = audio;
  const isResampled = sampleRate !== TRACK_RATE;
  const length = isResampled ? resampledLength(sampleFrames, sampleRate, TRACK_RATE) : sampleFrames;
  const trimmed = timing.trimStartSec * TRACK_RATE;
  const audible = Math.max(0, length - trimmed - timing.trimEndSec * TRACK_RATE);
  const audioStart = timing.blankStartSec * TRACK_RATE;

  const render = async (start: number, end: number) => {
    const [first, last] = framesFor(sampleRate, start, end);
    const blocks = await audio.readBlocks(first, last, { platform, signal });
    return platform.workers.run(
      'render-audio',
      { ...blocks, format, sourceFrames: sampleFrames, sourceRate: sampleRate, channelMask, start, end },
      {
        signal,
        transfer: [blocks.bytes.buffer],
        workBytes: (end - start) * (isResampled ? RESAMPLED_WORK : COPIED_WORK),
      },
    );
  };

  return {
    samples: audioStart + audible + timing.blankEndSec * TRACK_RATE,
    async read(from, to) {
      const stereo = new Float32Array((to - from) * TRACK_CHANNELS);
      const start = Math.max(from, audioStart);
      const end = Math.min(to, audioStart + audible);
      if (start < end) {
        const rendered = await render(start - audioStart + trimmed, end - audioStart + trimmed);
        stereo.set(rendered.stereo, (start - from) * TRACK_CHANNELS);
        audio.clipped ||= rendered.clipped;
        audio.damaged ||= rendered.damaged;
      }
      return stereo;
    },
  };
}

/** Work of resampling a sample, and of copying a sample, in image bytes that take as long to process. */
const RESAMPLED_WORK = 64;
const COPIED_WORK = 4;
