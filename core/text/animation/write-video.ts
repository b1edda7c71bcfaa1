import type { YuvImage } from '../../platform/media.ts';
import { beginAudio } from '../../video/audio/begin-audio.ts';
import { chooseEncoder } from '../../video/h264/choose-encoder.ts';
import type { YuvImages } from '../../video/h264/encode-gop.ts';
import { toYuv } from '../../video/h264/yuv.ts';
import { encodeVideo } from '../../video/mp4/video-samples.ts';
import { writeMp4 } from '../../video/mp4/write-mp4.ts';
import { withOverlay } from '../../video/overlay/overlaid-images.ts';
import { overlaySteps, planOverlays } from '../../video/overlay/overlay.ts';
import { type GopPlan, meanHold, planGops } from '../../video/plan/gop-plan.ts';
import type { ImageId } from '../../video/plan/timeline.ts';
import type { AnimationContext, TextAnimation } from './animation.ts';
import type { AnimationPainter } from './painter.ts';
import { segmentsOf, shownIn } from './reveal.ts';

/** x264's constant rate factor (see `VideoEncoderSettings`). */
export const ANIMATION_QUALITY = 23;

/** Writes a text animation as an MP4. Throws FudebakoError `videoEncode`; CancelledError. */
export async function writeVideo(animation: TextAnimation, { platform, signal }: AnimationContext): Promise<void> {
  const {
    states,
    fps,
    size,
    track,
    painter,
    sink,
    playedSec,
    extras: { overlays = [], captionTrack } = {},
  } = animation;
  const frames = states.reduce((sum, { frames }) => sum + frames, 0);
  const video = { ...size, fps, frames, played: { startSec: 0, endSec: playedSec }, audioOffsetSec: 0 };
  const overlay = await planOverlays(overlays, video);
  const captions = captionTrack?.(video);
  const plan = planGops({
    fps,
    frames,
    segments: segmentsOf(states),
    ...(overlay && { overlay: overlaySteps(overlay.changes, fps) }),
  });
  const settings = { width: size.width, height: size.height, fps, quality: ANIMATION_QUALITY, hold: meanHold(plan) };
  const audio = track && (await beginAudio(track, { platform, signal }));
  const encoder = await chooseEncoder(settings, { platform, signal }, plan.distinct);
  const drawn = drawOnDemand(plan, painter, (count) => animation.onProgress?.(Math.min(1, count / states.length)));
  const images = overlay ? withOverlay(drawn, overlay, size) : drawn;
  const gops = encodeVideo({ plan, images, encoder, signal });
  await writeMp4({ settings, frames: plan.frames, gops, ...(audio && { audio }), captions, platform, sink });
}

/** Caches each drawn frame until its last use, so that neighboring GOPs draw no frame twice. */
function drawOnDemand({ distinct }: GopPlan, painter: AnimationPainter, onDrawn: (count: number) => void): YuvImages {
  const usesLeft = new Map<ImageId, number>();
  for (const { mix } of distinct.flatMap(({ runs }) => runs))
    for (const id of new Set([mix.from, mix.to])) usesLeft.set(id, (usesLeft.get(id) ?? 0) + 1);
  const cache = new Map<ImageId, YuvImage>();
  let count = 0;
  const draw = (id: ImageId) => {
    onDrawn(++count);
    return toYuv(painter.paint(shownIn(id)));
  };
  return {
    get(id) {
      const image = cache.get(id) ?? draw(id);
      const left = (usesLeft.get(id) ?? 0) - 1;
      usesLeft.set(id, left);
      if (left > 0) cache.set(id, image);
      else cache.delete(id);
      return image;
    },
  };
}
