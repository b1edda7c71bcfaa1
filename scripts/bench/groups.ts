import { planDurations } from '#core/video/plan/durations.ts';
import { planGops } from '#core/video/plan/gop-plan.ts';
import { fillWithSlides } from '#core/video/plan/slideshow.ts';
import { type PictureId, planTimeline } from '#core/video/plan/timeline.ts';

export const FPS = 30;
export const slides = { imageDurationSec: 2.5, transitionSec: 0.3 };

/** Describes how many groups of frames (GOPs) the video encoder must encode. Equal groups are encoded once. */
export function groupsOf(seconds: number, pictures: number): string {
  const timing = { durStartSec: 0, durEndSec: 0, trimStartSec: 0, trimEndSec: 0, blankStartSec: 0, blankEndSec: 0 };
  const ids = Array.from({ length: pictures }, (_, slot): PictureId => `main:${slot}`);
  const { distinct, sequence } = planGops(
    planTimeline({
      fps: FPS,
      timing,
      durations: planDurations(seconds, timing),
      hasStart: false,
      hasEnd: false,
      watermark: true,
      fillMain: (frames) => fillWithSlides(ids, slides, FPS, frames),
    }),
  );
  return `${distinct.length} distinct of ${sequence.length} groups`;
}
