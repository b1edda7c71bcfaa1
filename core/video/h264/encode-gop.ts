import type { CancelSignal } from '../../base/cancel-signal.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { TimedImage, VideoEncoder, VideoEncoderSettings, YuvImage } from '../../platform/media.ts';
import type { Workers } from '../../platform/workers.ts';
import { drawMoving, type MovingDrawing } from '../moving/moving.ts';
import { blendPatches, type YuvPatch } from '../overlay/blend-patch.ts';
import type { Gop, Run } from '../plan/gop-plan.ts';
import type { ImageId, ImageMix } from '../plan/timeline.ts';
import { lengthPrefixed } from './bits.ts';
import { changesParameterSet, changesParameters, changesQp, sequenceAllowsChanges } from './changes.ts';
import { heldSamples, parseGroup, plainSamples } from './group.ts';
import { codecName, decoderConfiguration, parseImageParameters, parseSequenceParameters } from './parameter-sets.ts';
import { mixYuv } from './yuv.ts';

/** Images of the video by ID, scaled to the video's size, in memory or drawn on demand. */
export interface YuvImages {
  get(id: ImageId): YuvImage | Promise<YuvImage> | undefined;
  /** Returns the drawing over the images by its name; missing in a video without an overlay. */
  drawing?(name: string): Promise<readonly YuvPatch[]>;
  /** What moves over the images; missing in a video in which nothing does. */
  readonly moving?: MovingImages | undefined;
}

export interface MovingImages {
  /** Returns what moves over `count` frames of the video from a frame on. */
  drawing(frame: number, count: number): MovingDrawing;
  readonly workers: Workers;
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
  /** Picture parameter sets: the encoder's, and that of frames in which something moves. */
  readonly pps: readonly Uint8Array[];
  readonly samples: readonly Uint8Array<ArrayBuffer>[];
}

/** Encodes a group of frames (GOP). Throws FudebakoError `videoEncode`; CancelledError. */
export async function encodeGop(
  gop: Gop,
  images: YuvImages,
  tried: TriedEncoder,
  signal?: CancelSignal,
): Promise<EncodedGop> {
  if (images.moving && gop.movingFrom !== undefined) return encodeMovingGop(gop, images, tried, signal);
  const { encoder, settings, repeatsStills } = tried;
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
  return { sps: group.sps, pps: imageSets(group.pps, images), samples };
}

/** Returns the picture parameter sets, which are the same in all groups of a video. */
const imageSets = (pps: Uint8Array, { moving }: YuvImages) =>
  moving ? [pps, changesParameterSet(changesParameters(parseImageParameters(pps)))] : [pps];

/**
 * Encodes a group over which something moves. The encoder encodes a still image only until it has full quality; then
 * only changed macroblocks are encoded. The encoder encodes every frame of crossfades, and of all groups if
 * `repeatsStills` is false.
 */
async function encodeMovingGop(
  gop: Gop,
  images: YuvImages,
  { encoder, settings, repeatsStills }: TriedEncoder,
  signal: CancelSignal | undefined,
): Promise<EncodedGop> {
  const moving = images.moving as MovingImages;
  const { frames, runs, movingFrom = 0 } = gop;
  const isStill = runs.length === 1 && repeatsStills;
  const encoded = isStill ? Math.min(frames, encoder.encodesPerStill) : frames;
  const drawing = moving.drawing(movingFrom, frames);
  const streams = await encoder.encodeGroup(drawFrames(runs, encoded, images, drawing), settings, signal);
  if (signal?.aborted) throw new CancelledError();
  const group = streams.length === encoded ? parseGroup(streams) : undefined;
  const samples = group && (isStill ? heldSamples(group, Array(encoded).fill(1)) : plainSamples(group));
  if (!group || !samples) throw new FudebakoError('videoEncode', { reason: 'encoder' });
  const parts = { sps: group.sps, pps: imageSets(group.pps, images) };
  if (encoded === frames) return { ...parts, samples };
  const sps = parseSequenceParameters(group.sps);
  if (!sequenceAllowsChanges(sps)) throw new FudebakoError('videoEncode', { reason: 'encoder' });
  const changes = await moving.workers.run(
    'encode-moving',
    {
      image: await drawMix((runs[0] as Run).mix, images),
      drawing,
      encoded,
      frames,
      sps,
      pps: changesParameters(parseImageParameters(group.pps)),
      qp: changesQp(settings.quality),
    },
    { signal, workBytes: frames * settings.width * settings.height },
  );
  return { ...parts, samples: [...samples, ...changes.map((unit) => lengthPrefixed([unit]))] };
}

/** Yields the first frames of a group, with what moves over them. */
async function* drawFrames(
  runs: readonly Run[],
  count: number,
  images: YuvImages,
  drawing: MovingDrawing,
): AsyncGenerator<TimedImage> {
  let frame = 0;
  for (const { mix, frames } of runs) {
    if (frame === count) return;
    const image = await drawMix(mix, images);
    for (let held = 0; held < frames && frame < count; held++, frame++)
      yield { image: drawMoving(image, drawing, frame), frame };
  }
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
