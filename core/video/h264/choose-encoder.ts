import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { createRaster, pixelWords } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { VideoEncoderSettings, YuvImage } from '../../platform/media.ts';
import type { Gop, Run } from '../plan/gop-plan.ts';
import type { ImageMix } from '../plan/timeline.ts';
import { decoderConfig, drawMix, type EncodedGop, encodeGop, type TriedEncoder, type YuvImages } from './encode-gop.ts';
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

/** Maximum difference in 8-bit levels between a luma sample before encoding and the decoded sample. */
const TOLERANCE = 24;

/** True if a group decodes to the expected frames, compared at four pixels each, or if no decoder is available. */
async function decodesToImages(
  gop: EncodedGop,
  settings: VideoEncoderSettings,
  expected: readonly YuvImage[],
): Promise<boolean> {
  const input = new Input({ formats: [MP4], source: new BufferSource(await fileOf(gop, settings)) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) return true;
    let frames = 0;
    for await (const sample of new VideoSampleSink(track).samples()) {
      const image = expected[frames++];
      const matches = image !== undefined && (await matchesLuma(sample, image));
      sample.close();
      if (!matches) return false;
    }
    return frames === expected.length;
  } catch {
    return false;
  } finally {
    input.dispose();
  }
}

async function fileOf(gop: EncodedGop, settings: VideoEncoderSettings): Promise<ArrayBuffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: settings.fps });
  await output.start();
  const meta = { decoderConfig: decoderConfig(gop, settings) };
  for (const [frame, bytes] of gop.samples.entries())
    await source.add(
      new EncodedPacket(bytes, frame === 0 ? 'key' : 'delta', frame / settings.fps, 1 / settings.fps),
      meta,
    );
  await output.finalize();
  return target.buffer as ArrayBuffer;
}

/** Compares luma at the center of each quadrant of the frame. */
async function matchesLuma(sample: VideoSample, { width, height, data }: YuvImage): Promise<boolean> {
  const { format } = sample;
  // Only these pixel formats surely start with a luma plane; accepts other formats without a comparison.
  if (format !== 'I420' && format !== 'NV12') return true;
  const bytes = new Uint8Array(sample.allocationSize());
  const [luma] = await sample.copyTo(bytes);
  if (!luma) return false;
  return [1, 3].every((row) =>
    [1, 3].every((column) => {
      const [x, y] = [(width * column) >> 2, (height * row) >> 2];
      const difference = (bytes[luma.offset + y * luma.stride + x] as number) - (data[y * width + x] as number);
      return Math.abs(difference) <= TOLERANCE;
    }),
  );
}
