import type { CancelSignal } from '../../base/cancel-signal.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { TimedImage, VideoEncoder, VideoEncoderSettings, YuvImage } from '../../platform/media.ts';
import { blendPatches, type YuvPatch } from '../overlay/blend-patch.ts';
import type { Gop, Run } from '../plan/gop-plan.ts';
import type { ImageId, ImageMix } from '../plan/timeline.ts';
import { heldSamples, parseGroup, plainSamples } from './group.ts';
import { codecName, decoderConfiguration } from './parameter-sets.ts';
import { mixYuv } from './yuv.ts';

/** Images of the video by ID, scaled to the video's size, in memory or drawn on demand. */
export interface YuvImages {
  get(id: ImageId): YuvImage | Promise<YuvImage> | undefined;
  /** Returns the drawing over the images by its name; missing in a video without an overlay. */
  drawing?(name: string): Promise<readonly YuvPatch[]>;
}

/** An H.264 encoder that has passed its trial. */
export interface TriedEncoder {
  readonly encoder: VideoEncoder;
  readonly settings: VideoEncoderSettings;
  /** True to extend an encoded still image by generated frames; false to encode every frame. */
  readonly repeatsStills: boolean;
  /**
   * Returns the encoder after a failure: the same encoder without generated frames, or the next encoder that passes its
   * trial. Throws FudebakoError `videoEncode` if no encoder is left; CancelledError.
   */
  readonly next?: (failure: unknown) => Promise<TriedEncoder>;
}

/** An encoded group of frames (GOP) as MP4 samples, one per frame. */
export interface EncodedGop {
  readonly sps: Uint8Array;
  readonly pps: Uint8Array;
  readonly samples: readonly Uint8Array<ArrayBuffer>[];
}

/** Encodes a group of frames (GOP). Throws FudebakoError `videoEncode`; CancelledError. */
export async function encodeGop(
  gop: Gop,
  images: YuvImages,
  { encoder, settings, repeatsStills }: TriedEncoder,
  signal?: CancelSignal,
): Promise<EncodedGop> {
  const steps = encodingSteps(gop.runs, repeatsStills ? encoder.encodesPerStill : Number.POSITIVE_INFINITY);
  const streams = await encoder.encodeGroup(drawSteps(steps, images), settings, signal);
  if (signal?.aborted) throw new CancelledError();
  const group = streams.length === steps.length ? parseGroup(streams) : undefined;
  const samples =
    group &&
    (repeatsStills
      ? heldSamples(
          group,
          steps.map(({ holds }) => holds),
        )
      : plainSamples(group));
  if (!group || samples?.length !== gop.frames) throw new FudebakoError('videoEncode', { reason: 'encoder' });
  return { sps: group.sps, pps: group.pps, samples };
}

/** A frame to encode, and the number of video frames for which the frame is shown. */
interface EncodingStep {
  readonly mix: ImageMix;
  readonly frame: number;
  readonly holds: number;
}

/** Returns up to `times` frames to encode per run of equal frames. The last frame is shown until the run ends. */
function encodingSteps(runs: readonly Run[], times: number): EncodingStep[] {
  const steps: EncodingStep[] = [];
  let start = 0;
  for (const { mix, frames } of runs) {
    const encoded = Math.min(times, frames);
    for (let index = 0; index < encoded; index++)
      steps.push({ mix, frame: start + index, holds: index === encoded - 1 ? frames - index : 1 });
    start += frames;
  }
  return steps;
}

async function* drawSteps(steps: readonly EncodingStep[], images: YuvImages): AsyncGenerator<TimedImage> {
  let drawn: { mix: ImageMix; image: YuvImage } | undefined;
  for (const { mix, frame } of steps) {
    if (drawn?.mix !== mix) drawn = { mix, image: await drawMix(mix, images) };
    yield { image: drawn.image, frame };
  }
}

export async function drawMix(mix: ImageMix, images: YuvImages): Promise<YuvImage> {
  const image = await drawImages(mix, images);
  if (mix.overlay === undefined || !images.drawing) return image;
  return blendPatches(image, await images.drawing(mix.overlay));
}

async function drawImages({ from, to, weight }: ImageMix, images: YuvImages): Promise<YuvImage> {
  const start = await images.get(from);
  const end = to === from ? start : await images.get(to);
  if (!start || !end) throw new RangeError(`There is no picture ${start ? to : from}`);
  return weight === 0 ? start : mixYuv(start, end, weight);
}

/** Returns the H.264 decoder configuration, which an MP4 stores once for all groups of frames. */
export function decoderConfig({ sps, pps }: Pick<EncodedGop, 'sps' | 'pps'>, settings: VideoEncoderSettings) {
  return {
    codec: codecName(sps),
    codedWidth: settings.width,
    codedHeight: settings.height,
    description: decoderConfiguration(sps, pps),
    colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
  } as const;
}
