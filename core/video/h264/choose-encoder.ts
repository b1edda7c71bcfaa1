import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { createRaster, pixelWords } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { VideoEncoder, VideoEncoderSettings, YuvPicture } from '../../platform/media.ts';
import type { Gop } from '../plan/gop-plan.ts';
import { encodeGop, type Pictures, type TriedEncoder } from './encode-gop.ts';
import { showsInTurn } from './trial-decode.ts';
import { toYuv } from './yuv.ts';

/**
 * The first of the platform's encoders that proves itself: some claim to make H.264 and then fail,
 * so each is tried at the size and rate of the video before it is trusted.
 *
 * @throws FudebakoError `videoEncode`; CancelledError
 */
export async function chooseEncoder(
  settings: VideoEncoderSettings,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<TriedEncoder> {
  let cause: unknown;
  for (const encoder of await platform.media.videoEncoders()) {
    try {
      return await tryEncoder(encoder, settings, signal);
    } catch (error) {
      if (error instanceof CancelledError || signal?.aborted) throw new CancelledError();
      cause = error;
    }
  }
  throw new FudebakoError('videoEncode', { reason: 'noVideoEncoder' }, { cause });
}

/** Two pictures that stand longer than an encoder needs to settle, so that there is something to repeat. */
function trialGop({ settlingPictures }: VideoEncoder): Gop {
  const runs = (['start', 'end'] as const).map((picture, index) => ({
    mix: { from: picture, to: picture, weight: 0 },
    frames: settlingPictures + 3 - index,
  }));
  return { key: 'trial', frames: runs.reduce((total, { frames }) => total + frames, 0), runs };
}

/** With repeats where they decode to what they should, or else every frame by itself. */
async function tryEncoder(
  encoder: VideoEncoder,
  settings: VideoEncoderSettings,
  signal: OperationContext['signal'],
): Promise<TriedEncoder> {
  const [start, end] = [halfBlack(settings, 'left'), halfBlack(settings, 'right')];
  const pictures: Pictures = new Map([
    ['start', start],
    ['end', end],
  ]);
  const gop = trialGop(encoder);
  const expected = gop.runs.flatMap(({ frames }, index) => Array<YuvPicture>(frames).fill(index === 0 ? start : end));
  const repeating: TriedEncoder = { encoder, settings, repeatsStills: true };
  const repeated = await encodeGop(gop, pictures, repeating, signal).catch((error: unknown) => {
    if (error instanceof CancelledError) throw error;
  });
  if (repeated && (await showsInTurn(repeated, settings, expected))) return repeating;
  const plain: TriedEncoder = { encoder, settings, repeatsStills: false };
  const encoded = await encodeGop(gop, pictures, plain, signal);
  if (await showsInTurn(encoded, settings, expected)) return plain;
  throw new FudebakoError('videoEncode', { reason: 'encoder' });
}

function halfBlack({ width, height }: VideoEncoderSettings, side: 'left' | 'right'): YuvPicture {
  const raster = createRaster(width, height);
  const words = pixelWords(raster).fill(0xffff_ffff);
  const [black] = new Uint32Array(new Uint8Array([0, 0, 0, 255]).buffer);
  const from = side === 'left' ? 0 : width / 2;
  for (let y = 0; y < height; y++) words.fill(black ?? 0, y * width + from, y * width + from + width / 2);
  return toYuv(raster);
}
