import { transfer } from 'comlink';
import {
  type AudioSample,
  AudioSampleSink,
  BlobSource,
  CanvasSink,
  EncodedPacketSink,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  type Rotation,
  UnsupportedInputFormatError,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny';
import { FudebakoError } from '#core/base/errors.ts';
import { mendClusters } from '#core/container-guard/mend-clusters.ts';
import { openMedia } from '#core/container-guard/open-media.ts';
import { isIsoMedia, originOf } from '#core/video/frames/open-video.ts';
import { browserMedia } from '../../platform/video.ts';
import { beat } from '../../platform/worker-signals.ts';
import { sourceFile } from '../../workers/files.ts';
import { serve } from '../../workers/serve.ts';
import { codecName, describeVideo, type VideoDetails } from './describe-video.ts';
import { type Damage, IntactSamples } from './intact-samples.ts';

/** Width of seek bar thumbnails in pixels, twice the displayed width for high-density screens. */
const THUMBNAIL_WIDTH = 320;

interface VideoFacts {
  /** Duration in seconds, counted from the first frame. */
  readonly duration: number;
  readonly width: number;
  readonly height: number;
  /** Sample rate in hertz; undefined if there is no audio that can be decoded. */
  readonly sampleRate: number | undefined;
}

/** A decoded frame, which the page must close. */
interface SentFrame {
  readonly frame: VideoFrame;
  readonly timestamp: number;
  readonly duration: number;
  readonly rotation: Rotation;
  readonly flip: boolean;
}

/** Audio samples, one array per channel. */
export interface SentAudio {
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly sampleRate: number;
  readonly timestamp: number;
  readonly duration: number;
}

export type StreamKind = 'frames' | 'sound';
export type SentItem<Kind extends StreamKind> = Kind extends 'frames' ? SentFrame : SentAudio;

/** What a stream has decoded: a frame or audio, unless the stream has ended, and the damage found before it. */
export interface Decoded<Kind extends StreamKind> {
  readonly item?: SentItem<Kind>;
  readonly damages: readonly Damage[];
}

interface DecodedTrack {
  readonly sink: VideoSampleSink | AudioSampleSink;
  readonly packets: EncodedPacketSink;
}

interface OpenFile {
  readonly input: Input;
  readonly video: InputVideoTrack;
  readonly bytes: number;
  readonly origin: number;
  readonly hasDurations: boolean;
  /** Damage that the page doesn't know yet, by the file's own time. */
  readonly damages: Damage[];
  readonly frames: DecodedTrack;
  readonly audio: DecodedTrack | undefined;
  readonly thumbnails: CanvasSink;
  progress(): void;
}

/** Demuxes and decodes a video in a worker, so the page can stop decoding at any time. */
class VideoReader {
  private file: OpenFile | undefined;
  private readonly streams = new Map<number, IntactSamples>();

  /** @throws FudebakoError `inspectUnknown`, `videoTrackMissing`, `videoCodec`, or errors of mediabunny */
  async open(blob: Blob): Promise<VideoFacts> {
    const damages: Damage[] = [];
    const file = sourceFile(blob, '');
    const mended = await mendClusters(file, (lost) => damages.push(lost));
    const source = new BlobSource(blob);
    source.on('read', beat);
    const { input, progress } = await openMedia(mended, mended === file ? source : undefined);
    const { video, audio } = await playableTracks(input).catch((error: unknown) => {
      throw error instanceof UnsupportedInputFormatError ? new FudebakoError('inspectUnknown') : error;
    });
    const [format, duration, origin, width, height] = await Promise.all([
      input.getFormat(),
      durationOf(input),
      originOf(input),
      video.getDisplayWidth(),
      video.getDisplayHeight(),
    ]);
    this.file = {
      input,
      video,
      bytes: blob.size,
      origin,
      hasDurations: isIsoMedia(format),
      damages,
      frames: { sink: new VideoSampleSink(video), packets: new EncodedPacketSink(video) },
      audio: audio && { sink: new AudioSampleSink(audio), packets: new EncodedPacketSink(audio) },
      thumbnails: new CanvasSink(video, {
        width: Math.min(width, Math.round(height > width ? (THUMBNAIL_WIDTH * width) / height : THUMBNAIL_WIDTH)),
      }),
      progress,
    };
    return { duration: duration - origin, width, height, sampleRate: audio && (await audio.getSampleRate()) };
  }

  /** Starts a stream of frames or audio. The page assigns the number of the stream. */
  begin(stream: number, kind: StreamKind, from: number): void {
    const { origin, hasDurations, damages, frames, audio } = this.opened();
    const track = kind === 'frames' ? frames : audio;
    if (!track) return;
    const onDamage = (damage: Damage) => damages.push(damage);
    const samples = new IntactSamples({ ...track, hasDurations, from: from + origin, onDamage, onWork: beat });
    this.streams.set(stream, samples);
  }

  async next(stream: number): Promise<Decoded<StreamKind>> {
    const file = this.opened();
    const samples = this.streams.get(stream);
    // The stream is unknown if it began before a restart of the worker, which ends all streams.
    if (!samples) throw new FudebakoError('workerDied');
    const value = await samples.next();
    file.progress();
    const damages = file.damages.splice(0).map(({ from, to }) => ({
      from: from - file.origin,
      to: to === undefined ? undefined : to - file.origin,
    }));
    if (!value) return { damages };
    try {
      const { duration } = value;
      const timestamp = value.timestamp - file.origin;
      const item = 'rotation' in value ? sentFrame(value, timestamp, duration) : sentAudio(value, timestamp, duration);
      return transfer({ item, damages }, 'frame' in item ? [item.frame] : item.channels.map(({ buffer }) => buffer));
    } finally {
      value.close();
    }
  }

  /** Ends a stream of frames or audio, even while `next` is pending. */
  async end(stream: number): Promise<void> {
    const samples = this.streams.get(stream);
    this.streams.delete(stream);
    await samples?.return();
  }

  describe(): Promise<VideoDetails> {
    const { input, video, bytes, progress } = this.opened();
    progress();
    return describeVideo(input, video, bytes);
  }

  async thumbnail(position: number): Promise<ImageBitmap | undefined> {
    const { thumbnails, origin, progress } = this.opened();
    const images = thumbnails.canvases(position + origin);
    try {
      const { value } = await images.next();
      if (!value) return undefined;
      const bitmap = await createImageBitmap(value.canvas);
      return transfer(bitmap, [bitmap]);
    } finally {
      progress();
      await images.return();
    }
  }

  private opened(): OpenFile {
    if (!this.file) throw new FudebakoError('workerDied');
    return this.file;
  }
}

function sentFrame(sample: VideoSample, timestamp: number, duration: number): SentFrame {
  const frame = sample.toVideoFrame();
  return { frame, timestamp, duration, rotation: sample.rotation, flip: sample.flip };
}

function sentAudio(sample: AudioSample, timestamp: number, duration: number): SentAudio {
  const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(sample.numberOfFrames);
    sample.copyTo(plane, { planeIndex, format: 'f32-planar' });
    return plane;
  });
  return { channels, sampleRate: sample.sampleRate, timestamp, duration };
}

export type VideoReaderApi = VideoReader;
serve(new VideoReader());

interface PlayableTracks {
  readonly video: InputVideoTrack;
  /** Audio track; undefined if the browser can't decode the audio. The video plays anyway. */
  readonly audio: InputAudioTrack | undefined;
}

/** @throws FudebakoError `videoTrackMissing`, `videoCodec` */
async function playableTracks(input: Input): Promise<PlayableTracks> {
  const video = await input.getPrimaryVideoTrack();
  // Reports a container without tracks as unreadable, because a damaged container also seems to have no tracks.
  if ((await input.getTracks()).length === 0) throw new Error('The file is damaged: it has no tracks.');
  if (!video) throw new FudebakoError('videoTrackMissing');
  if (!(await browserMedia.prepareDecoding(video)))
    throw new FudebakoError('videoCodec', { codec: await codecName(video) });
  const audio = await input.getPrimaryAudioTrack();
  return { video, audio: audio && (await audio.canDecode().catch(() => false)) ? audio : undefined };
}

/** Returns the end of the longer track in seconds; Infinity if unknown. */
async function durationOf(input: Input): Promise<number> {
  try {
    return await input.computeDuration();
  } catch {
    return Infinity;
  }
}
