import { finalSec, type VideoDurations, type VideoTiming } from './durations.ts';

/** Name of an image in a video: white, a visitor's image, the final frame, or a text's first characters on an image. */
export type ImageId = 'white' | 'start' | 'end' | 'final' | `main:${number}` | `text:${number}`;

/** A blend of two images of the video; a still image if both images are equal. */
export interface ImageMix {
  readonly from: ImageId;
  readonly to: ImageId;
  /** Weight of the image `to`, from 0 to below 1. The weight of the image `from` is 1 minus this weight. */
  readonly weight: number;
  /** Name of the drawing over both images (see `VideoOverlay`). */
  readonly overlay?: string | undefined;
}

/** Shows a drawing over the images from a frame on, until the next step. Without a name, shows no drawing. */
export interface OverlayStep {
  readonly frame: number;
  readonly drawing?: string | undefined;
}

/** Consecutive frames that show one image or one crossfade. */
export interface Segment {
  readonly from: ImageId;
  readonly to: ImageId;
  readonly frames: number;
}

export interface Timeline {
  readonly fps: number;
  readonly frames: number;
  readonly segments: readonly Segment[];
  /** What is drawn over the images, in ascending order of frames. */
  readonly overlay?: readonly OverlayStep[];
  /** Frames over which something moves, from the first to before the last. */
  readonly moving?: { readonly from: number; readonly to: number } | undefined;
}

export const still = (image: ImageId, frames: number): Segment => ({ from: image, to: image, frames });

export interface TimelineInput {
  readonly fps: number;
  readonly timing: VideoTiming;
  readonly durations: VideoDurations;
  /** True if the visitor chose a start image; if false, white frames replace the start image. */
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
  readonly watermark: boolean;
  /** Returns segments of the main part, which fill the given number of frames. */
  readonly fillMain: (frames: number) => readonly Segment[];
}

/** Plans a video's frames: white, start image, main part, end image, white and the end card. */
export function planTimeline(input: TimelineInput): Timeline {
  const { fps, timing, durations, hasStart, hasEnd, watermark, fillMain } = input;
  const segments = [
    still('white', timing.blankStartSec * fps),
    still(hasStart ? 'start' : 'white', durations.startSec * fps),
    ...fillMain(durations.playedMainSec * fps),
    still(hasEnd ? 'end' : 'white', durations.endSec * fps),
    still('white', timing.blankEndSec * fps),
    still(watermark ? 'final' : 'white', finalSec(timing) * fps),
  ].filter(({ frames }) => frames > 0);
  return { fps, frames: segments.reduce((total, { frames }) => total + frames, 0), segments };
}

/** Returns the blend of images that a frame (from 0) shows. Frames past the end show the last image. */
export function mixAt({ segments }: Timeline, frame: number): ImageMix {
  let start = 0;
  for (const segment of segments) {
    if (frame < start + segment.frames) return mixWithin(segment, frame - start);
    start += segment.frames;
  }
  return mixWithin(segments.at(-1) ?? still('white', 1), 0);
}

/** Returns the blend for a frame of a segment. Crossfade weights are evenly spaced between 0 and 1, exclusive. */
export function mixWithin({ from, to, frames }: Segment, frame: number): ImageMix {
  return { from, to, weight: from === to ? 0 : (frame + 1) / (frames + 1) };
}
