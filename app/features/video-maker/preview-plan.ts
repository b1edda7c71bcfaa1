import type { Size } from '#core/geometry/point.ts';
import { soundToSlideshow } from '#core/operations/sound-to-slideshow.ts';
import { planDurations, type VideoDurations } from '#core/video/plan/durations.ts';
import { type ResolutionId, resolutions } from '#core/video/plan/resolutions.ts';
import { countSlides, fillWithSlides, imageDurationThatFits } from '#core/video/plan/slideshow.ts';
import { planTimeline, still, type Timeline } from '#core/video/plan/timeline.ts';
import { type MakerSettings, mainIndex, type SlotId, type VideoMaker } from './maker.ts';

/** The video that would be made now, as it is planned by the code that makes it. */
export interface PreviewPlan {
  readonly durations: VideoDurations;
  readonly timeline: Timeline;
}

/**
 * @param filled the slots that have a picture
 * @param audioSec how long the sound is
 */
export function planPreview(
  { mainSlots }: VideoMaker,
  settings: MakerSettings,
  filled: readonly SlotId[],
  audioSec: number,
): PreviewPlan {
  const durations = planDurations(audioSec, settings);
  const slides = filled.filter((slot) => mainIndex(slot) !== undefined);
  const timeline = planTimeline({
    fps: settings.fps,
    timing: settings,
    durations,
    hasStart: filled.includes('start'),
    hasEnd: filled.includes('end'),
    watermark: settings.watermark,
    fillMain: (frames) => {
      const [first] = slides;
      if (!first) return [still('white', frames)];
      return mainSlots === 1 ? [still(first, frames)] : fillWithSlides(slides, settings, settings.fps, frames);
    },
  });
  return { durations, timeline };
}

/** The parts of a video that nobody has given a picture, with how long each is white, in seconds. */
export function whiteParts(
  { startSec, playedMainSec, endSec }: VideoDurations,
  filled: readonly SlotId[],
): readonly (readonly ['start' | 'main' | 'end', number])[] {
  const hasMain = filled.some((slot) => mainIndex(slot) !== undefined);
  const parts = [
    ['start', filled.includes('start') ? 0 : startSec],
    ['main', hasMain ? 0 : playedMainSec],
    ['end', filled.includes('end') ? 0 : endSec],
  ] as const;
  return parts.filter(([, seconds]) => seconds > 0);
}

/** How often a slideshow's images appear until the audio ends. */
export interface SlideCount {
  /** Filled main slots. */
  readonly images: number;
  /** Slides that begin, repeated images included. */
  readonly slides: number;
  /** The image duration that shows every image. */
  readonly fittingSec: number;
}

/** @returns nothing for a single image, which fills the main part */
export function countSlidesOf(
  filled: readonly SlotId[],
  settings: MakerSettings,
  { playedMainSec }: VideoDurations,
): SlideCount | undefined {
  const images = filled.filter((slot) => mainIndex(slot) !== undefined).length;
  if (images < 2) return undefined;
  const { fps } = settings;
  const { imageDurationSec } = soundToSlideshow.params;
  return {
    images,
    slides: countSlides(settings, images, fps, playedMainSec),
    fittingSec: imageDurationThatFits(images, playedMainSec, fps, imageDurationSec),
  };
}

/** No screen shows the stage larger, and a slideshow's pictures have to fit into memory side by side. */
const MAX_PREVIEW_SIDE = 1280;

/** The video's size, or as much of it as the preview shows. */
export function previewSize(resolution: ResolutionId): Size {
  const { width, height } = resolutions[resolution];
  const scale = Math.min(1, MAX_PREVIEW_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
