import type { Size } from '#core/geometry/point.ts';
import { soundToSlideshow } from '#core/operations/sound-to-slideshow.ts';
import type { Cue } from '#core/text/captions/captions.ts';
import type { CaptionFrame } from '#core/text/captions/draw-caption.ts';
import {
  type CaptionedVideo,
  captionChanges,
  placeCaptions,
  titleChanges,
} from '#core/text/captions/place-captions.ts';
import type { PlacedTitle } from '#core/text/captions/video-title.ts';
import { combineChanges, overlaySteps, playedAudio } from '#core/video/overlay/overlay.ts';
import { NO_SILENCE, planDurations, type RemovedSilence, type VideoDurations } from '#core/video/plan/durations.ts';
import { type ResolutionId, resolutions } from '#core/video/plan/resolutions.ts';
import { countSlides, fillWithSlides, imageDurationThatFits } from '#core/video/plan/slideshow.ts';
import { planTimeline, still, type Timeline } from '#core/video/plan/timeline.ts';
import { type MakerSettings, mainIndex, type SlotId, type VideoMaker } from './maker.ts';

export interface PreviewPlan {
  readonly durations: VideoDurations;
  readonly timeline: Timeline;
  /** The part of the audio file that the video plays, and its place in the video. */
  readonly audio: Pick<CaptionedVideo, 'played' | 'audioOffsetSec'>;
}

interface PreviewExtras {
  readonly cues?: readonly Cue[] | undefined;
  readonly removed?: RemovedSilence;
}

/** Plans the parts of the video. `filled` are slots with an image; `audioSec` is the audio without removed silence. */
export function planPreview(
  { mainSlots }: VideoMaker,
  settings: MakerSettings,
  filled: readonly SlotId[],
  audioSec: number,
  { cues = [], removed = NO_SILENCE }: PreviewExtras = {},
): PreviewPlan {
  const durations = planDurations(audioSec, settings);
  const slides = filled.filter((slot) => mainIndex(slot) !== undefined);
  const timeline = planTimeline({
    fps: settings.frameRate,
    timing: settings,
    durations,
    hasStart: filled.includes('start'),
    hasEnd: filled.includes('end'),
    watermark: settings.watermark,
    fillMain: (frames) => {
      const [first] = slides;
      if (!first) return [still('white', frames)];
      return mainSlots === 1 ? [still(first, frames)] : fillWithSlides(slides, settings, settings.frameRate, frames);
    },
  });
  const audio = playedAudio(durations, settings, removed);
  const { fps, frames } = timeline;
  const shown = settings.captionsAs === 'track' ? [] : placeCaptions(cues, { fps, frames, ...audio });
  const changes = combineChanges([titleChanges(settings, timeline), captionChanges(shown)]);
  return { durations, timeline: { ...timeline, overlay: overlaySteps(changes, fps) }, audio };
}

/** Returns the optional parts of the video without an image, and for how many seconds each part is white. */
export function whiteParts(
  { startSec, endSec }: VideoDurations,
  filled: readonly SlotId[],
): readonly (readonly ['start' | 'end', number])[] {
  const parts = [
    ['start', filled.includes('start') ? 0 : startSec],
    ['end', filled.includes('end') ? 0 : endSec],
  ] as const;
  return parts.filter(([, seconds]) => seconds > 0);
}

export interface SlideCount {
  readonly images: number;
  /** Number of slides in the video. A repeated image counts each time. */
  readonly slides: number;
  /** Seconds per image with which the video shows each image exactly once. */
  readonly fittingSec: number;
}

/** Counts the slides of a slideshow; undefined for fewer than two images, because nothing then alternates. */
export function countSlidesOf(
  filled: readonly SlotId[],
  settings: MakerSettings,
  { playedMainSec }: VideoDurations,
): SlideCount | undefined {
  const images = filled.filter((slot) => mainIndex(slot) !== undefined).length;
  if (images < 2) return undefined;
  const { frameRate: fps } = settings;
  const { imageDurationSec } = soundToSlideshow.params;
  return {
    images,
    slides: countSlides(settings, images, fps, playedMainSec),
    fittingSec: imageDurationThatFits(images, playedMainSec, fps, imageDurationSec),
  };
}

/** Maximum width and height of previewed images in pixels, because all images of a slideshow are in memory. */
const MAX_PREVIEW_SIDE = 1280;

export function previewSize(resolution: ResolutionId): Size {
  const { width, height } = resolutions[resolution];
  const scale = Math.min(1, MAX_PREVIEW_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** How the preview draws texts: in the video's size, scaled to the preview. */
export interface TextLook extends CaptionFrame {
  readonly title: PlacedTitle;
}

export const textLook = (settings: MakerSettings): TextLook => {
  const { resolution, captionStyle, title, artist, waveform, waveformSize, waveformPlace } = settings;
  return {
    size: resolutions[resolution],
    scale: previewSize(resolution).width / resolutions[resolution].width,
    style: captionStyle,
    title: { title, artist, waveform, waveformSize, waveformPlace },
  };
};
