import { type AudioCodec, EncodedVideoPacketSource, Mp4OutputFormat, type VideoCodec } from 'mediabunny';
import { CancelledError, FudebakoError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import type { Raster } from '../base/raster.ts';
import { wholeImage } from '../geometry/box.ts';
import { checkOutputSize } from '../image/formats/output-formats.ts';
import { formatNamed } from '../image/formats/registry.ts';
import type { AnimationFrame } from '../image/frames/coded-frame.ts';
import { swapsSides } from '../image/orientation.ts';
import type { WrittenFile } from '../operation.ts';
import type { OperationContext } from '../platform/context.ts';
import { writeTimedFrames } from './animation-video.ts';
import { withChildSignal } from './child-signal.ts';
import type { ClipFormat } from './clip/formats.ts';
import { copiedPackets, type PlannedPackets, planAudio, planPackets, type Span } from './clip/plan-packets.ts';
import { checkTime, TIME_TOLERANCE } from './extract-frame.ts';
import { framePixels, frameViewOf } from './frames/frame-pixels.ts';
import { framesAt, type OpenVideo, openVideo, prepareFrames } from './frames/open-video.ts';
import { createAudioWriter, createMp4Output, type Mp4Options } from './mp4/write-mp4.ts';

export interface ClipParameters {
  /** Start and end in seconds, as the player shows times. */
  readonly from: number;
  readonly to: number;
  readonly format: ClipFormat;
  /** Width of a GIF or WebP in pixels, at most the width of the video. */
  readonly width: number;
  /** Frames per second of a GIF or WebP. */
  readonly frameRate: number;
}

const mimeTypes = { mp4: 'video/mp4', gif: 'image/gif', webp: 'image/webp' } as const;

/**
 * Writes a part of a video. An MP4 has the packets of the video if the part starts at a key frame; otherwise the frames
 * are encoded again, with the warning `clipEncoded` or `clipCodec`. The audio is always copied. A part ends with the video at the latest.
 * @throws FudebakoError `inspectUnknown`, `videoTrackMissing`, `videoUndecodable`, `timeOutside`, `mediaDamaged`,
 * `videoEncode`, `videoMp4`, `imageTooLarge`, `memoryLimit`; CancelledError
 */
export async function extractClip(
  file: SourceFile,
  { from, to, format, ...animation }: ClipParameters,
  context: OperationContext,
): Promise<WrittenFile> {
  const video = await openVideo(file);
  try {
    checkTime(from, video.durationSec - 2 * TIME_TOLERANCE);
    const span = { from: from + video.originSec, to: Math.min(to, video.durationSec) + video.originSec };
    if (format === 'mp4') await writeVideoClip(video, span, context);
    else await writeAnimatedClip(video, span, format, animation, context);
    context.onProgress?.(1);
    return { mimeType: mimeTypes[format], extension: format };
  } finally {
    video.close();
  }
}

async function writeVideoClip(video: OpenVideo, span: Span, context: OperationContext): Promise<void> {
  const { platform, signal, sink, onProgress, onWarning } = context;
  if (!sink) throw new TypeError('A file needs a sink');
  const planned = await planPackets(video, { from: span.from + TIME_TOLERANCE, to: span.to - TIME_TOLERANCE });
  if (planned.times.length === 0) throw new FudebakoError('mediaDamaged');
  const audio = await audioOf(video, span, context);
  if (!planned.obstacle) {
    const progress = { signal, onProgress: onProgress ?? (() => {}) };
    await withChildSignal(signal, 'videoMp4', () => copy(video, planned, span, { audio, platform, sink }, progress));
    return;
  }
  await prepareFrames(video, context);
  onWarning?.({ code: planned.obstacle, data: { codec: planned.codec?.toUpperCase() } });
  const view = await frameViewOf(video.track);
  const startsSec = [0, ...planned.times.slice(1).map((time) => time - span.from), span.to - span.from];
  await writeTimedFrames(
    rasters(video, planned.times, view, context),
    { startsSec, ...(audio && { audio }), sink },
    { platform, signal },
  );
}

/** Yields the pixels of the frames that are shown at times, and reports progress. */
async function* rasters(
  video: OpenVideo,
  times: readonly number[],
  view: Awaited<ReturnType<typeof frameViewOf>>,
  context: OperationContext,
): AsyncGenerator<Raster> {
  let count = 0;
  for await (const frame of framesAt(
    video,
    times.map((time) => time + TIME_TOLERANCE),
  )) {
    try {
      if (context.signal?.aborted) throw new CancelledError();
      yield await framePixels(frame, view, context);
    } finally {
      frame.close();
    }
    context.onProgress?.(++count / (times.length + 1));
  }
}

type ClipAudio = NonNullable<Mp4Options['audio']>;

/** Returns the audio packets of a part; `undefined` without audio. Warns if an MP4 can't contain the audio. */
async function audioOf(
  { input, progress }: OpenVideo,
  span: Span,
  { onWarning }: OperationContext,
): Promise<ClipAudio | undefined> {
  const track = await input.getPrimaryAudioTrack();
  if (!track) return undefined;
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  const supported: readonly AudioCodec[] = new Mp4OutputFormat().getSupportedAudioCodecs();
  if (!codec || !decoderConfig || !supported.includes(codec)) {
    onWarning?.({ code: 'clipAudioDropped', data: { codec: codec ?? '?' } });
    return undefined;
  }
  const { count, packets } = await planAudio(track, span, progress);
  if (count === 0) return undefined;
  async function* runs() {
    for await (const packet of packets()) yield { packets: [packet], decoderConfig };
  }
  return { codec, maxPackets: count, runs: runs() as ClipAudio['runs'] };
}

async function copy(
  video: OpenVideo,
  planned: PlannedPackets,
  span: Span,
  { audio, platform, sink }: Pick<Mp4Options, 'audio' | 'platform' | 'sink'>,
  { signal, onProgress }: Required<Pick<OperationContext, 'onProgress'>> & Pick<OperationContext, 'signal'>,
): Promise<void> {
  const { track } = video;
  const decoderConfig = await track.getDecoderConfig();
  if (!decoderConfig) throw new FudebakoError('mediaDamaged');
  const output = createMp4Output({ platform, sink });
  const source = new EncodedVideoPacketSource((await track.getCodec()) as VideoCodec);
  output.addVideoTrack(source, {
    rotation: await track.getRotation(),
    flip: await track.getFlip(),
    maximumPacketCount: planned.count,
  });
  const sound = audio && createAudioWriter(output, audio);
  try {
    await output.start();
    let count = 0;
    for await (const packet of copiedPackets(video, planned, span)) {
      if (signal?.aborted) throw new CancelledError();
      await source.add(packet, count === 0 ? { decoderConfig } : undefined);
      await sound?.addUntil(packet.timestamp);
      onProgress(++count / (planned.count + 1));
    }
    await sound?.addUntil(Number.POSITIVE_INFINITY);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  } finally {
    await sound?.end();
  }
}

async function writeAnimatedClip(
  video: OpenVideo,
  { from, to }: Span,
  format: 'gif' | 'webp',
  { width, frameRate }: Pick<ClipParameters, 'width' | 'frameRate'>,
  context: OperationContext,
): Promise<void> {
  const { platform, signal, sink } = context;
  if (!sink) throw new TypeError('A file needs a sink');
  await prepareFrames(video, context);
  const view = await frameViewOf(video.track);
  // Decodes to the width of the animation at once, before rotation.
  const across = swapsSides(view.orientation) ? view.square.height : view.square.width;
  const scale = Math.min(1, width / across);
  const square = {
    width: Math.max(1, Math.round(view.square.width * scale)),
    height: Math.max(1, Math.round(view.square.height * scale)),
  };
  checkOutputSize(square, format);
  const count = Math.max(1, Math.ceil((to - from) * frameRate - 1e-6));
  const times = Array.from({ length: count }, (_, index) => from + index / frameRate);
  async function* frames(): AsyncGenerator<AnimationFrame> {
    for await (const image of rasters(video, times, { ...view, square }, context))
      yield { image, changed: wholeImage(image), delayMs: 1000 / frameRate };
  }
  await formatNamed(format).writeAnimation?.({ frames: frames(), loop: 0, sink }, {}, { platform, signal });
}
