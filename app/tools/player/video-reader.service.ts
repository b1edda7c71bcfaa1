import { transfer } from 'comlink';
import {
  type AudioSample,
  AudioSampleSink,
  BlobSource,
  CanvasSink,
  type Input,
  type InputVideoTrack,
  type Rotation,
  UnsupportedInputFormatError,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny';
import { FudebakoError } from '#core/base/errors.ts';
import { openMedia } from '#core/container-guard/open-media.ts';
import { beat } from '../../platform/worker-signals.ts';
import { sourceFile } from '../../workers/files.ts';
import { serve } from '../../workers/serve.ts';
import { describeVideo, type VideoDetails } from './describe-video.ts';
import { durationOf, originOf, playableTracks } from './video-tracks.ts';

/** Width of seek bar thumbnails in pixels, twice the displayed width for high-density screens. */
const THUMBNAIL_WIDTH = 320;

export interface VideoFacts {
  /** Duration in seconds, counted from the first frame. */
  readonly duration: number;
  readonly width: number;
  readonly height: number;
  /** Sample rate in hertz; undefined if there is no audio that can be decoded. */
  readonly sampleRate: number | undefined;
}

/** A decoded frame, which the page must close. */
export interface SentFrame {
  readonly frame: VideoFrame;
  readonly timestamp: number;
  readonly duration: number;
  readonly rotation: Rotation;
  readonly flip: boolean;
}

/** Audio samples, one array per channel. */
export interface SentSound {
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly sampleRate: number;
  readonly timestamp: number;
  readonly duration: number;
}

export type StreamKind = 'frames' | 'sound';
export type SentItem<Kind extends StreamKind> = Kind extends 'frames' ? SentFrame : SentSound;

type Samples = AsyncGenerator<VideoSample | AudioSample, void, unknown>;

interface OpenFile {
  readonly input: Input;
  readonly video: InputVideoTrack;
  readonly bytes: number;
  readonly origin: number;
  readonly frames: VideoSampleSink;
  readonly sound: AudioSampleSink | undefined;
  readonly thumbnails: CanvasSink;
  progress(): void;
}

/** Demuxes and decodes a video in a worker, so the page can stop decoding at any time. */
class VideoReader {
  private file: OpenFile | undefined;
  private readonly streams = new Map<number, Samples>();

  /** @throws FudebakoError `inspectUnknown`, `videoTrackMissing`, `videoCodec`, or errors of mediabunny */
  async open(blob: Blob): Promise<VideoFacts> {
    const source = new BlobSource(blob);
    source.on('read', beat);
    const { input, progress } = await openMedia(sourceFile(blob, ''), source);
    const { video, audio } = await playableTracks(input).catch((error: unknown) => {
      throw error instanceof UnsupportedInputFormatError ? new FudebakoError('inspectUnknown') : error;
    });
    const [duration, origin, width, height] = await Promise.all([
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
      frames: new VideoSampleSink(video),
      sound: audio && new AudioSampleSink(audio),
      thumbnails: new CanvasSink(video, {
        width: Math.min(width, Math.round(height > width ? (THUMBNAIL_WIDTH * width) / height : THUMBNAIL_WIDTH)),
      }),
      progress,
    };
    return { duration: duration - origin, width, height, sampleRate: audio && (await audio.getSampleRate()) };
  }

  /** Starts a stream of frames or audio. The page assigns the number of the stream. */
  begin(stream: number, kind: StreamKind, from: number): void {
    const { origin, frames, sound } = this.opened();
    const sink = kind === 'frames' ? frames : sound;
    if (sink) this.streams.set(stream, sink.samples(from + origin));
  }

  async next(stream: number): Promise<SentFrame | SentSound | undefined> {
    const file = this.opened();
    const samples = this.streams.get(stream);
    // The stream is unknown if it began before a restart of the worker, which ends all streams.
    if (!samples) throw new FudebakoError('workerDied');
    const { value, done } = await samples.next().catch((error: unknown) => {
      throw isDecodingError(error) ? new FudebakoError('mediaDamaged', {}, { cause: error }) : error;
    });
    file.progress();
    if (done || !value) return undefined;
    try {
      const { duration } = value;
      const timestamp = value.timestamp - file.origin;
      return 'rotation' in value ? sentFrame(value, timestamp, duration) : sentSound(value, timestamp, duration);
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
    const pictures = thumbnails.canvases(position + origin);
    try {
      const { value } = await pictures.next();
      if (!value) return undefined;
      const bitmap = await createImageBitmap(value.canvas);
      return transfer(bitmap, [bitmap]);
    } finally {
      progress();
      await pictures.return();
    }
  }

  private opened(): OpenFile {
    if (!this.file) throw new FudebakoError('workerDied');
    return this.file;
  }
}

/** Names of the errors that decoders report for undecodable data (WebCodecs, 4.3 and 4.6). */
const isDecodingError = (error: unknown): boolean =>
  error instanceof DOMException && ['DataError', 'EncodingError'].includes(error.name);

function sentFrame(sample: VideoSample, timestamp: number, duration: number): SentFrame {
  const frame = sample.toVideoFrame();
  return transfer({ frame, timestamp, duration, rotation: sample.rotation, flip: sample.flip }, [frame]);
}

function sentSound(sample: AudioSample, timestamp: number, duration: number): SentSound {
  const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(sample.numberOfFrames);
    sample.copyTo(plane, { planeIndex, format: 'f32-planar' });
    return plane;
  });
  return transfer(
    { channels, sampleRate: sample.sampleRate, timestamp, duration },
    channels.map(({ buffer }) => buffer),
  );
}

export type VideoReaderApi = VideoReader;
serve(new VideoReader());
