import { FINAL_SEC, type VideoDurations, type VideoTiming } from './durations.ts';

/**
 * What is shown: a ground of white, one of the visitor's pictures, the final frame, or a picture
 * with so many characters of its text.
 */
export type PictureId = 'white' | 'start' | 'end' | 'final' | `main:${number}` | `text:${number}`;

/** `from` and `to` mixed, `weight` of the way from the one to the other; a still where they are the same. */
export interface PictureMix {
  readonly from: PictureId;
  readonly to: PictureId;
  /** 0 to 1, exclusive of 1. */
  readonly weight: number;
}

/** A stretch of whole frames: one picture, or one turning into another. */
export interface Segment {
  readonly from: PictureId;
  readonly to: PictureId;
  readonly frames: number;
}

export interface Timeline {
  /** Frames a second, a whole number. */
  readonly fps: number;
  readonly frames: number;
  readonly segments: readonly Segment[];
}

export const still = (picture: PictureId, frames: number): Segment => ({ from: picture, to: picture, frames });

export interface TimelineInput {
  readonly fps: number;
  readonly timing: VideoTiming;
  readonly durations: VideoDurations;
  /** Whether there is a start and an end picture; white stands in their place. */
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
  readonly watermark: boolean;
  /** What fills the main part of so many frames. */
  readonly fillMain: (frames: number) => readonly Segment[];
}

/** White, the start picture, the main part, the end picture, white, and the final frame. */
export function planTimeline(input: TimelineInput): Timeline {
  const { fps, timing, durations, hasStart, hasEnd, watermark, fillMain } = input;
  const segments = [
    still('white', timing.blankStartSec * fps),
    still(hasStart ? 'start' : 'white', durations.startSec * fps),
    ...fillMain(durations.playedMainSec * fps),
    still(hasEnd ? 'end' : 'white', durations.endSec * fps),
    still('white', timing.blankEndSec * fps),
    still(watermark ? 'final' : 'white', FINAL_SEC * fps),
  ].filter(({ frames }) => frames > 0);
  return { fps, frames: segments.reduce((total, { frames }) => total + frames, 0), segments };
}

/** What the timeline shows in a frame, counted from 0; the last picture from its end on. */
export function mixAt({ segments }: Timeline, frame: number): PictureMix {
  let start = 0;
  for (const segment of segments) {
    if (frame < start + segment.frames) return mixWithin(segment, frame - start);
    start += segment.frames;
  }
  return mixWithin(segments.at(-1) ?? still('white', 1), 0);
}

/**
 * A crossfade's frames stand evenly between its two pictures, both of which are shown in full
 * beside it: the middle one of an odd number is half of each.
 */
export function mixWithin({ from, to, frames }: Segment, frame: number): PictureMix {
  return { from, to, weight: from === to ? 0 : (frame + 1) / (frames + 1) };
}
