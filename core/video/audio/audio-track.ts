import type { PlacedEdits } from '../../audio/edit/apply-edits.ts';
import type { ReadableAudio } from '../../audio/edit/plan-edits.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { VideoTiming } from '../plan/durations.ts';
import type { AudioSource } from './audio-source.ts';
import { COPIED_WORK, planarAudio, RESAMPLED_WORK, samplesAt } from './planar-audio.ts';
import { framesFor, type RenderAudioInput, type RenderedAudio, TRACK_CHANNELS, TRACK_RATE } from './render-audio.ts';

/** The audio track of a video, in stereo at `TRACK_RATE`: silence, the trimmed audio file, silence. */
export interface AudioTrack {
  readonly samples: number;
  /** Returns samples `[from, to)` with left and right interleaved; silence past the end of the track. */
  read(from: number, to: number): Promise<Float32Array<ArrayBuffer>>;
}

export type AudioTrim = Pick<VideoTiming, 'trimStartSec' | 'trimEndSec'>;
type Context = Pick<OperationContext, 'platform' | 'signal'>;

/** Creates a track. `edits` are planned for the trimmed audio, which `trimmedAudio` reads. */
export function createAudioTrack(
  audio: AudioSource,
  timing: AudioTrim & Pick<VideoTiming, 'blankStartSec' | 'blankEndSec'>,
  context: Context,
  edits?: PlacedEdits,
): AudioTrack {
  const trimmed = trimmedRange(audio, timing);
  const from = trimmed.start + (edits?.start ?? 0);
  const audible = edits?.samples ?? trimmed.samples;
  const audioStart = timing.blankStartSec * TRACK_RATE;
  const placed = edits && { ...edits, start: from };
  return {
    samples: audioStart + audible + timing.blankEndSec * TRACK_RATE,
    async read(first, last) {
      const stereo = new Float32Array((last - first) * TRACK_CHANNELS);
      const start = Math.max(first, audioStart);
      const end = Math.min(last, audioStart + audible);
      if (start < end) {
        const place = from - audioStart;
        const rendered = await render(audio, { start: start + place, end: end + place, edits: placed }, context);
        stereo.set(rendered.stereo, (start - first) * TRACK_CHANNELS);
        audio.clipped ||= rendered.clipped;
        audio.damaged ||= rendered.damaged;
      }
      return stereo;
    },
  };
}

/** Returns the trimmed audio of a track, in stereo at `TRACK_RATE`, for planning edits. */
export function trimmedAudio(audio: AudioSource, timing: AudioTrim, context: Context): ReadableAudio {
  const { start, samples } = trimmedRange(audio, timing);
  const whole = planarAudio(audio, { sampleRate: TRACK_RATE, channels: TRACK_CHANNELS }, context);
  return { ...whole, samples, read: (from, to) => whole.read(start + from, start + to) };
}

function trimmedRange(audio: AudioSource, { trimStartSec, trimEndSec }: AudioTrim) {
  const start = trimStartSec * TRACK_RATE;
  return { start, samples: Math.max(0, samplesAt(audio, TRACK_RATE) - start - trimEndSec * TRACK_RATE) };
}

async function render(
  audio: AudioSource,
  stretch: Pick<RenderAudioInput, 'start' | 'end' | 'edits'>,
  { platform, signal }: Context,
): Promise<RenderedAudio> {
  const { sampleRate, format, channelMask, sampleFrames } = audio;
  const { start, end } = stretch;
  const [first, last] = framesFor(sampleRate, start, end);
  const blocks = await audio.readBlocks(first, last, { platform, signal });
  return platform.workers.run(
    'render-audio',
    { ...blocks, format, sourceFrames: sampleFrames, sourceRate: sampleRate, channelMask, ...stretch },
    {
      signal,
      transfer: [blocks.bytes.buffer],
      workBytes: (end - start) * (sampleRate === TRACK_RATE ? COPIED_WORK : RESAMPLED_WORK),
    },
  );
}
