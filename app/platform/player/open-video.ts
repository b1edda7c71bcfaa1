import type {
  CanvasSink,
  Input,
  InputAudioTrack,
  InputVideoTrack,
  VideoSample,
  WrappedAudioBuffer,
  WrappedCanvas,
} from 'mediabunny';
import { FudebakoError } from '#core/errors.ts';
import type { PlayerMedia, SoundOutput } from '#core/player/ports.ts';
import { sourceFile } from '../files.ts';
import { describeVideo, type VideoDetails } from './describe-video.ts';
import { createSoundOutput } from './sound-output.ts';
import { keepPictureTimes } from './vpx-decoder.ts';

/** Pictures beside the pointer on the seek bar, in CSS pixels of a screen of double density. */
const THUMBNAIL_WIDTH = 320;

export interface OpenVideo {
  readonly media: PlayerMedia<VideoSample, WrappedAudioBuffer>;
  /** As it is shown: turned upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  createOutput(): SoundOutput<WrappedAudioBuffer>;
  describe(): Promise<VideoDetails>;
  /** The picture at a moment, small; nothing when a newer one was asked for meanwhile or it cannot be decoded. */
  thumbnail(position: number): Promise<HTMLCanvasElement | undefined>;
}

/**
 * Opens a file for playing.
 * @throws FudebakoError `videoTrackMissing`, `videoCodec`, or `videoPlayback` where the file cannot be read
 */
export async function openVideo(file: Blob): Promise<OpenVideo> {
  // The library comes with the first video, not with the screen.
  const [{ AudioBufferSink, BlobSource, CanvasSink, VideoSampleSink }, { openMedia }] = await Promise.all([
    import('mediabunny'),
    import('#core/media/open-media.ts'),
  ]);
  const { input, progress, close } = await openMedia(sourceFile(file, ''), new BlobSource(file));
  try {
    const { video, audio } = await playableTracks(input);
    const [duration, origin, width, height] = await Promise.all([
      durationOf(input),
      originOf(input),
      video.getDisplayWidth(),
      video.getDisplayHeight(),
    ]);
    const sampleRate = audio ? await audio.getSampleRate() : 0;
    const frames = new VideoSampleSink(video);
    const chunks = audio && new AudioBufferSink(audio);
    const thumbnails = new CanvasSink(video, {
      width: Math.min(width, Math.round(height > width ? (THUMBNAIL_WIDTH * width) / height : THUMBNAIL_WIDTH)),
    });
    return {
      width,
      height,
      media: {
        duration: duration - origin,
        video: { frames: (from) => shifted(frames.samples(from + origin), origin, moveSample, progress) },
        sound: chunks && { chunks: (from) => shifted(chunks.buffers(from + origin), origin, moveBuffer, progress) },
        close,
      },
      createOutput: () => createSoundOutput(sampleRate),
      describe: () => {
        progress();
        return describeVideo(input, video, file.size);
      },
      thumbnail: newestThumbnail(thumbnails, origin, progress),
    };
  } catch (error) {
    close();
    throw error instanceof FudebakoError ? error : playbackError(error);
  }
}

interface PlayableTracks {
  readonly video: InputVideoTrack;
  /** A video whose sound cannot be decoded is still worth seeing. */
  readonly audio: InputAudioTrack | undefined;
}

async function playableTracks(input: Input): Promise<PlayableTracks> {
  const video = await input.getPrimaryVideoTrack();
  // A container whose index cannot be found opens as if it were empty.
  if ((await input.getTracks()).length === 0) throw new Error('The file is damaged: it has no tracks.');
  if (!video) throw new FudebakoError('videoTrackMissing');
  if (!(await video.canDecode())) throw new FudebakoError('videoCodec');
  await keepPictureTimes(video);
  const audio = await input.getPrimaryAudioTrack();
  return { video, audio: audio && (await audio.canDecode().catch(() => false)) ? audio : undefined };
}

/** To the end of the longer track; infinite where it cannot be found out. */
async function durationOf(input: Input): Promise<number> {
  try {
    return await input.computeDuration();
  } catch {
    return Infinity;
  }
}

/**
 * What counts as zero. Broadcast streams and cut Matroska files may begin at any time; in an MP4 an
 * edit list says where the tracks begin, and a gap before the picture is meant.
 */
async function originOf(input: Input): Promise<number> {
  const { name } = await input.getFormat();
  if (name === 'MP4' || name === 'QuickTime File Format') return 0;
  return Math.max(0, await input.getFirstTimestamp());
}

const playbackError = (cause: unknown) =>
  new FudebakoError('videoPlayback', { detail: cause instanceof Error ? cause.message : String(cause) }, { cause });

/** A stream whose items are moved in time, which most need not be, and each of which is a step forward. */
function shifted<Item>(
  stream: AsyncGenerator<Item, void, unknown>,
  origin: number,
  move: (item: Item, timestamp: number) => Item,
  progress: () => void,
) {
  return {
    async next(): Promise<IteratorResult<Item, unknown>> {
      const result = await stream.next();
      progress();
      return result.done || origin === 0 ? result : { done: false, value: move(result.value, origin) };
    },
    return: () => stream.return(),
  };
}

function moveSample(sample: VideoSample, origin: number): VideoSample {
  sample.setTimestamp(sample.timestamp - origin);
  return sample;
}

const moveBuffer = (chunk: WrappedAudioBuffer, origin: number): WrappedAudioBuffer => ({
  ...chunk,
  timestamp: chunk.timestamp - origin,
});

/** One thumbnail is decoded at a time; of those asked for meanwhile only the newest is. */
function newestThumbnail(sink: CanvasSink, origin: number, progress: () => void) {
  let newest = 0;
  let decoding: Promise<WrappedCanvas | undefined> = Promise.resolve(undefined);
  return async (position: number): Promise<HTMLCanvasElement | undefined> => {
    const mine = ++newest;
    await decoding;
    if (mine !== newest) return undefined;
    // What cannot be decoded is reported where it is played.
    decoding = firstOf(sink.canvases(position + origin)).catch(() => undefined);
    const picture = await decoding;
    progress();
    return mine === newest && picture?.canvas instanceof HTMLCanvasElement ? picture.canvas : undefined;
  };
}

/** What a stream begins with; the rest is not decoded. */
async function firstOf<Item>(stream: AsyncGenerator<Item, void, unknown>): Promise<Item | undefined> {
  try {
    return (await stream.next()).value ?? undefined;
  } finally {
    await stream.return();
  }
}
