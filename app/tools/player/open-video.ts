import type { VideoSample, WrappedAudioBuffer } from 'mediabunny';
import type { AudioOutput, PlayerMedia, Stream } from '#app/tools/player/engine/ports.ts';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import { PageWorker } from '../../workers/page-worker.ts';
import { createAudioOutput } from './audio-output.ts';
import { withDamage } from './damages.ts';
import type { VideoDetails } from './describe-video.ts';
import type { Damage } from './intact-samples.ts';
import type { Decoded, SentAudio, SentItem, StreamKind, VideoReaderApi } from './video-reader.service.ts';

export interface OpenVideo {
  readonly media: PlayerMedia<VideoSample, WrappedAudioBuffer>;
  /** Displayed width in pixels, after rotation and with square pixels. */
  readonly width: number;
  readonly height: number;
  /** Damaged stretches found so far, which playback skips. */
  readonly damages: readonly Damage[];
  createOutput(): AudioOutput<WrappedAudioBuffer>;
  describe(): Promise<VideoDetails>;
  /** Returns a small frame; undefined if decoding fails or a newer request replaced this request. */
  thumbnail(position: number): Promise<HTMLCanvasElement | undefined>;
}

type Reader = PageWorker<VideoReaderApi>;

/**
 * @throws FudebakoError `videoTrackMissing`, `videoCodec`, `stalled`, `workerStart`, `videoPlayback`; CancelledError
 */
export async function openVideo(file: Blob, signal?: AbortSignal, onDamage?: () => void): Promise<OpenVideo> {
  const reader: Reader = new PageWorker<VideoReaderApi>(
    () => new Worker(new URL('./video-reader.worker.ts', import.meta.url), { type: 'module', name: 'video' }),
  );
  try {
    const name = file instanceof File ? file.name : undefined;
    // Loads the demuxing library when a video opens, not when the screen opens.
    const [{ VideoSample }, { duration, width, height, sampleRate }] = await Promise.all([
      import('mediabunny'),
      reader.register('file', (video) => video.open(file), { name, signal }),
    ]);
    let damages: readonly Damage[] = [];
    const noteDamage = (damage: Damage) => {
      damages = withDamage(damages, damage);
      onDamage?.();
    };
    const frames = (from: number) =>
      readStream(
        reader,
        'frames',
        from,
        noteDamage,
        ({ frame, ...facts }): VideoSample => new VideoSample(frame, facts),
      );
    const chunks = (from: number) => readStream(reader, 'sound', from, noteDamage, audioChunk);
    return {
      width,
      height,
      get damages() {
        return damages;
      },
      media: {
        duration,
        video: { frames },
        audio: sampleRate === undefined ? undefined : { chunks },
        close: () => reader.close(),
      },
      createOutput: () => createAudioOutput(sampleRate ?? 0),
      describe: () => reader.call((video) => video.describe(), { name, again: true }),
      thumbnail: newestThumbnail(reader),
    };
  } catch (error) {
    reader.close();
    const stated = error instanceof FudebakoError && error.code !== 'inspectUnknown';
    throw stated || error instanceof CancelledError ? error : playbackError(error);
  }
}

const playbackError = (cause: unknown) =>
  new FudebakoError('videoPlayback', { detail: cause instanceof Error ? cause.message : String(cause) }, { cause });

let lastStream = 0;

/** Returns an iterator of frames or audio that the worker decodes. Decoding begins with the first `next`. */
function readStream<Kind extends StreamKind, Item extends object>(
  reader: Reader,
  kind: Kind,
  from: number,
  onDamage: (damage: Damage) => void,
  receive: (sent: SentItem<Kind>) => Item,
): Stream<Item> {
  const stream = ++lastStream;
  const over = { done: true, value: undefined } as const;
  let isBegun = false;
  let isEnded = false;
  return {
    async next() {
      if (isEnded) return over;
      const isFirst = !isBegun;
      isBegun = true;
      const decoded = await reader
        .call(
          async (video) => {
            if (isFirst) await video.begin(stream, kind, from);
            return (await video.next(stream)) as Decoded<Kind>;
          },
          { again: false },
        )
        .catch((error: unknown) => {
          if (!isEnded) throw error;
        });
      decoded?.damages.forEach(onDamage);
      const sent = decoded?.item;
      if (!sent) return over;
      if (!isEnded) return { done: false, value: receive(sent) };
      if ('frame' in sent) sent.frame.close();
      return over;
    },
    async return() {
      isEnded = true;
      if (isBegun) await reader.call((video) => video.end(stream), { isWork: true, again: false });
      return over;
    },
  };
}

function audioChunk({ channels, sampleRate, timestamp, duration }: SentAudio): WrappedAudioBuffer {
  const [first] = channels;
  const buffer = new AudioBuffer({ numberOfChannels: channels.length, length: first?.length ?? 0, sampleRate });
  for (const [index, channel] of channels.entries()) buffer.copyToChannel(channel, index);
  return { buffer, timestamp, duration };
}

/** Returns a function that decodes one thumbnail at a time. A new request replaces a waiting request. */
function newestThumbnail(reader: Reader) {
  let newest = 0;
  let decoding: Promise<ImageBitmap | undefined> = Promise.resolve(undefined);
  return async (position: number): Promise<HTMLCanvasElement | undefined> => {
    const mine = ++newest;
    await decoding;
    if (mine !== newest) return undefined;
    // Ignores errors of decoding a thumbnail, because playback reports the same errors.
    decoding = reader.call((video) => video.thumbnail(position), { again: false }).catch(() => undefined);
    const bitmap = await decoding;
    if (!bitmap) return undefined;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return mine === newest ? canvas : undefined;
  };
}
