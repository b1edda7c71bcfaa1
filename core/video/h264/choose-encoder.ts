import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { createRaster, pixelWords } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { VideoEncoderSettings, YuvImage } from '../../platform/media.ts';
import type { Gop, Run } from '../plan/gop-plan.ts';
import type { ImageMix } from '../plan/timeline.ts';
import { drawMix, encodeGop, type TriedEncoder, type YuvImages } from './encode-gop.ts';
import { decodesToImages } from './trial-decode.ts';
import { toYuv } from './yuv.ts';

/**
 * Returns the first H.264 encoder that passes a trial at the video's size, because some encoders claim H.264 support
 * and fail. The trial covers the shortest and longest of `groups`. `next` returns the next encoder that passes.
 * @throws FudebakoError `videoEncode`; CancelledError
 */
export async function chooseEncoder(
  settings: VideoEncoderSettings,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
  groups: readonly Gop[] = [],
): Promise<TriedEncoder> {
  const encoders = await platform.media.videoEncoders();
  const candidates = encoders.flatMap((encoder) => [true, false].map((repeatsStills) => ({ encoder, repeatsStills })));
  const sorted = groups.map(({ frames }) => frames).sort((a, b) => a - b);
  const lengths = [...new Set([sorted[0], sorted.at(-1)])];
  const images: YuvImages = new Map([
    ['start', halfBlack(settings, 'left')],
    ['end', halfBlack(settings, 'right')],
  ]);
  const chooseFrom = async (first: number, cause?: unknown): Promise<TriedEncoder> => {
    const candidate = candidates[first];
    if (!candidate) throw new FudebakoError('videoEncode', { reason: 'noVideoEncoder' }, { cause });
    let following: Promise<TriedEncoder> | undefined;
    const next = (failure: unknown) => {
      following ??= chooseFrom(first + 1, failure);
      return following;
    };
    const tried: TriedEncoder = { ...candidate, settings, next };
    try {
      await testEncoder(tried, lengths, images, signal);
      return tried;
    } catch (error) {
      if (error instanceof CancelledError || signal?.aborted) throw new CancelledError();
      return next(error);
    }
  };
  return chooseFrom(0);
}

const START: ImageMix = { from: 'start', to: 'start', weight: 0 };
const END: ImageMix = { from: 'end', to: 'end', weight: 0 };

/** Number of frames of the crossfade in an encoder trial, which reveals encoders whose lookahead reorders frames. */
const FADE_FRAMES = 4;

/** Maximum trial frames if the encoder encodes every frame, so that the trial takes less time than the encoding. */
const MAX_PLAIN_FRAMES = 24;

/** Returns the trial frames: a still image until it has full quality, a crossfade, and a second still image. */
function trialGop(length: number | undefined, { encoder: { encodesPerStill }, repeatsStills }: TriedEncoder): Gop {
  const stillFrames = encodesPerStill + 2;
  const whole = length ?? 2 * stillFrames + FADE_FRAMES;
  const frames = repeatsStills ? whole : Math.min(whole, MAX_PLAIN_FRAMES);
  const fade = Math.max(0, Math.min(FADE_FRAMES, frames - 2 * stillFrames));
  const end = Math.min(stillFrames, Math.floor((frames - fade) / 2));
  const weights = Array.from({ length: fade }, (_, index) => (index + 1) / (fade + 1));
  const runs: readonly Run[] = [
    { mix: START, frames: frames - fade - end },
    ...weights.map((weight): Run => ({ mix: { from: 'start', to: 'end', weight }, frames: 1 })),
    { mix: END, frames: end },
  ];
  return { key: 'trial', frames, runs: runs.filter((run) => run.frames > 0) };
}

/** Tests an encoder with a trial group. Throws if encoding fails or the decoded frames are unexpected. */
async function testEncoder(
  tried: TriedEncoder,
  lengths: readonly (number | undefined)[],
  images: YuvImages,
  signal: OperationContext['signal'],
): Promise<void> {
  for (const length of lengths) {
    const gop = trialGop(length, tried);
    const encoded = await encodeGop(gop, images, tried, signal);
    const expected: YuvImage[] = [];
    for (const { mix, frames } of gop.runs) expected.push(...Array<YuvImage>(frames).fill(await drawMix(mix, images)));
    if (!(await decodesToImages(encoded, tried.settings, expected)))
      throw new FudebakoError('videoEncode', { reason: 'encoder' });
  }
}

function halfBlack({ width, height }: VideoEncoderSettings, side: 'left' | 'right'): YuvImage {
  const raster = createRaster(width, height);
  const words = pixelWords(raster).fill(0xffff_ffff);
  const [black] = new Uint32Array(new Uint8Array([0, 0, 0, 255]).buffer);
  const from = side === 'left' ? 0 : width / 2;
  for (let y = 0; y < height; y++) words.fill(black ?? 0, y * width + from, y * width + from + width / 2);
  return toYuv(raster);
}
