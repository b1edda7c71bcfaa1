import type { NumberField } from '../../parameters/fields.ts';
import { clampNumber } from '../../parameters/parse.ts';
import { type ImageId, type Segment, still } from './timeline.ts';

export interface SlideshowTiming {
  readonly imageDurationSec: number;
  /** Duration of each image by index; an image without an entry has `imageDurationSec`. */
  readonly imageDurationsSec?: readonly number[];
  /** Duration in seconds of the crossfade between images; 0 for no crossfade. */
  readonly transitionSec: number;
}

/** Returns the number of frames of an image, including the crossfade to the next image, and of the crossfade alone. */
export function slideFrames(
  { imageDurationSec, transitionSec }: SlideshowTiming,
  images: number,
  fps: number,
): { readonly image: number; readonly transition: number } {
  const image = Math.max(1, Math.round(imageDurationSec * fps));
  const wanted = Math.round(transitionSec * fps);
  return { image, transition: images > 1 ? Math.min(wanted, Math.floor(image / 2)) : 0 };
}

/** Returns the number of images that appear within `seconds`. Further images are never shown. */
export function countSlides(timing: SlideshowTiming, images: number, fps: number, seconds: number): number {
  return Math.ceil((seconds * fps) / slideFrames(timing, images, fps).image);
}

/**
 * Returns the minimum duration of an image, in steps of `field`, at which no image repeats within `seconds`. If this
 * duration skips the last images, returns the maximum duration at which every image appears.
 */
export function imageDurationThatFits(images: number, seconds: number, fps: number, field: NumberField): number {
  // Subtracts a tolerance, because 0.7 × 3 × 10 is slightly over 21 in floating point.
  const steps = Math.ceil(seconds / images / field.step - 1e-9);
  for (let step = steps; step > 0; step--) {
    const imageDurationSec = clampNumber(field, step * field.step);
    if (countSlides({ imageDurationSec, transitionSec: 0 }, images, fps, seconds) >= images) return imageDurationSec;
  }
  return field.min;
}

/** Fills `frames` with the images in order, repeatedly. The last frames of each image crossfade to the next image. */
export function fillWithSlides(
  images: readonly ImageId[],
  timing: SlideshowTiming,
  fps: number,
  frames: number,
): Segment[] {
  const ofImages = images.map((_, index) => {
    const imageDurationSec = timing.imageDurationsSec?.[index] ?? timing.imageDurationSec;
    return slideFrames({ ...timing, imageDurationSec }, images.length, fps);
  });
  const segments: Segment[] = [];
  for (let start = 0, slide = 0; start < frames; slide++) {
    const index = slide % images.length;
    const { image, transition } = ofImages[index] as ReturnType<typeof slideFrames>;
    const current = images[index] as ImageId;
    const next = images[(slide + 1) % images.length] as ImageId;
    const isLast = start + image >= frames;
    segments.push(still(current, isLast ? frames - start : image - transition));
    if (!isLast && transition > 0) segments.push({ from: current, to: next, frames: transition });
    start += image;
  }
  return joinStills(segments);
}

function joinStills(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    const continues = last && last.to === last.from && segment.from === segment.to && last.to === segment.from;
    if (continues) joined[joined.length - 1] = still(last.from, last.frames + segment.frames);
    else joined.push(segment);
  }
  return joined;
}
