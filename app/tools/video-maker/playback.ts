import type { WrappedAudioBuffer } from 'mediabunny';
import type { AudioSource, Frame, PlayerMedia, Stream } from '#app/tools/player/engine/ports.ts';
import type { AudioSettings } from '#core/video/audio/edited-track.ts';
import { TRACK_CHANNELS, TRACK_RATE } from '#core/video/audio/render-audio.ts';
import { type ImageMix, mixWithin, type Timeline } from '#core/video/plan/timeline.ts';
import { videoPreview } from './preview-client.ts';

/** One image of the previewed video: a still for its full duration, or one frame of a crossfade. */
export interface MixFrame<Drawn> extends Frame {
  /** Index of the frame in the video; the first frame of a still. */
  readonly frame: number;
  readonly drawn: Drawn;
}

/** Renders the images of a timeline with captions, waveform and title. */
export interface MixImages<Drawn> {
  load(mix: ImageMix): Promise<Drawn>;
  /** Frees a rendered image, which is not drawn again. */
  release?(drawn: Drawn): void;
}

export interface PlaybackAudio {
  readonly id: string;
  readonly settings: AudioSettings;
}

/** Seconds of audio per read. Playback waits for the first read, so a larger value would delay the start. */
const CHUNK_SECONDS = 1;

export function playbackOf<Drawn>(
  timeline: Timeline,
  images: MixImages<Drawn>,
  audio: PlaybackAudio | undefined,
  moving?: FrameRange,
): PlayerMedia<MixFrame<Drawn>, WrappedAudioBuffer> {
  return {
    duration: timeline.frames / timeline.fps,
    video: { frames: (from) => endable(framesFrom(timeline, images, from, moving)) },
    audio: audio && audioOf(audio),
    close: () => undefined,
  };
}

/** Frames of which each looks different; the end is exclusive. */
export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

interface Stretch {
  readonly mix: ImageMix;
  readonly first: number;
  readonly frames: number;
}

/** Yields all parts of the timeline, beginning with the part that contains frame `from`. */
export function* stretchesFrom(timeline: Timeline, from: number): Generator<Stretch> {
  const wanted = Math.min(from, timeline.frames - 1);
  const { overlay = [] } = timeline;
  let step = -1;
  for (const { mix, first, frames } of imagesFrom(timeline, wanted)) {
    for (let at = first; at < first + frames; ) {
      while ((overlay[step + 1]?.frame ?? Number.POSITIVE_INFINITY) <= at) step++;
      const end = Math.min(first + frames, overlay[step + 1]?.frame ?? Number.POSITIVE_INFINITY);
      const drawing = overlay[step]?.drawing;
      if (end > wanted)
        yield { mix: drawing === undefined ? mix : { ...mix, overlay: drawing }, first: at, frames: end - at };
      at = end;
    }
  }
}

function* imagesFrom({ segments }: Timeline, wanted: number): Generator<Stretch> {
  let start = 0;
  for (const segment of segments) {
    const end = start + segment.frames;
    if (end > wanted && segment.from === segment.to)
      yield { mix: mixWithin(segment, 0), first: start, frames: segment.frames };
    else if (end > wanted)
      for (let frame = Math.max(start, wanted); frame < end; frame++)
        yield { mix: mixWithin(segment, frame - start), first: frame, frames: 1 };
    start = end;
  }
}

/** Splits a part of the timeline into single frames where something moves over it. Omits those before the frame `wanted`. */
function* pieces({ mix, first, frames }: Stretch, wanted: number, moving: FrameRange): Generator<Stretch> {
  const end = first + frames;
  const from = Math.min(end, Math.max(first, moving.from));
  const to = Math.max(from, Math.min(end, moving.to));
  if (from > first && from > wanted) yield { mix, first, frames: from - first };
  for (let frame = Math.max(from, wanted); frame < to; frame++) yield { mix, first: frame, frames: 1 };
  if (to < end) yield { mix, first: to, frames: end - to };
}

/** Tolerance in frames, because a sum of fractional durations may fall just below a whole number. */
const ROUNDING = 1e-6;

export const frameAt = ({ fps }: Timeline, seconds: number): number => Math.floor(seconds * fps + ROUNDING);

async function* framesFrom<Drawn>(
  timeline: Timeline,
  images: MixImages<Drawn>,
  fromSec: number,
  moving: FrameRange | undefined,
): AsyncGenerator<MixFrame<Drawn>> {
  const { fps } = timeline;
  const wanted = Math.min(frameAt(timeline, fromSec), timeline.frames - 1);
  for (const stretch of stretchesFrom(timeline, wanted)) {
    for (const { mix, first, frames } of moving ? pieces(stretch, wanted, moving) : [stretch]) {
      const drawn = await images.load(mix);
      yield {
        timestamp: first / fps,
        duration: frames / fps,
        frame: first,
        drawn,
        close: () => images.release?.(drawn),
      };
    }
  }
}

function audioOf({ id, settings }: PlaybackAudio): AudioSource<WrappedAudioBuffer> {
  async function* chunksFrom(fromSec: number): AsyncGenerator<WrappedAudioBuffer> {
    const preview = videoPreview;
    const samples = await preview.trackSamples(id, settings);
    const step = CHUNK_SECONDS * TRACK_RATE;
    for (let from = Math.floor(fromSec * TRACK_RATE); from < samples; from += step) {
      const to = Math.min(samples, from + step);
      const stereo = await preview.readTrack(id, settings, from, to);
      yield { buffer: audioBuffer(stereo), timestamp: from / TRACK_RATE, duration: (to - from) / TRACK_RATE };
    }
  }
  return { chunks: (from) => endable(chunksFrom(from)) };
}

function audioBuffer(stereo: Float32Array): AudioBuffer {
  const length = stereo.length / TRACK_CHANNELS;
  const buffer = new AudioBuffer({ length, numberOfChannels: TRACK_CHANNELS, sampleRate: TRACK_RATE });
  for (let channel = 0; channel < TRACK_CHANNELS; channel++) {
    const samples = buffer.getChannelData(channel);
    for (let index = 0; index < length; index++) samples[index] = stereo[index * TRACK_CHANNELS + channel] as number;
  }
  return buffer;
}

const endable = <Item>(generator: AsyncGenerator<Item>): Stream<Item> => ({
  next: () => generator.next(),
  return: () => generator.return(undefined),
});
