import type { NumberField } from '#core/parameters/fields.ts';
import { clampNumber } from '#core/parameters/parse.ts';
import type { RemovedSilence } from '#core/video/plan/durations.ts';
import { MIN_MAIN_SEC, type VideoDurations } from '#core/video/plan/durations.ts';
import { type ImageId, mixAt, type Timeline } from '#core/video/plan/timeline.ts';
import { fieldsOf, type MakerSettings, type VideoMaker } from './maker.ts';
import { countSlidesOf } from './preview-plan.ts';
import { filledSlots, type Slots } from './slots.ts';

/** Consecutive frames of one image in the storyboard. A crossfade counts as part of its first image. */
export interface Cell {
  readonly image: ImageId;
  readonly first: number;
  readonly frames: number;
}

/** Maximum number of cells. A video with more slides shows an image at each of this many equal steps. */
const MAX_CELLS = 60;

export function cellsOf(timeline: Timeline): readonly Cell[] {
  const cells: Cell[] = [];
  let first = 0;
  for (const { from, to, frames } of timeline.segments) {
    const last = cells.at(-1);
    if (last?.image === from && from !== to) cells[cells.length - 1] = { ...last, frames: last.frames + frames };
    else cells.push({ image: from, first, frames });
    first += frames;
  }
  return cells.length > MAX_CELLS ? sampleCells(timeline) : cells;
}

function sampleCells(timeline: Timeline): readonly Cell[] {
  const starts = Array.from({ length: MAX_CELLS }, (_, index) => Math.round((index * timeline.frames) / MAX_CELLS));
  return starts.map((first, index) => {
    const frames = (starts[index + 1] ?? timeline.frames) - first;
    return { image: mixAt(timeline, first).from, first, frames };
  });
}

/** A place on a time axis that the visitor drags to change one setting. Times are in seconds. */
export interface Boundary {
  readonly name: 'durStartSec' | 'durEndSec' | 'imageDurationSec' | 'trimStartSec' | 'trimEndSec';
  /** Number of images between the start of the main part and the boundary; 1 for all other boundaries. */
  readonly images: number;
  readonly at: number;
  readonly min: number;
  readonly max: number;
  /** Seconds by which an arrow key moves the boundary. */
  readonly step: number;
  /** Returns the value of the setting that moves the boundary to a time. */
  readonly valueAt: (at: number) => number;
}

/** Returns a boundary whose time is `origin + value * scale`. */
function boundary(
  maker: VideoMaker,
  settings: MakerSettings,
  name: Boundary['name'],
  { origin, scale, most }: { readonly origin: number; readonly scale: number; readonly most: number },
): Boundary {
  const field = fieldsOf(maker)[name] as NumberField;
  const timeOf = (value: number) => origin + value * scale;
  // The visitor may have typed a larger value than the audio has room for. Then the boundary stays where it is.
  const largest = Math.max(Math.min(most, field.max), settings[name]);
  const [min, max] = [timeOf(field.min), timeOf(largest)].sort((a, b) => a - b) as [number, number];
  return {
    name,
    images: Math.abs(scale),
    at: timeOf(settings[name]),
    min,
    max,
    step: field.step * Math.abs(scale),
    valueAt: (at) => Math.min(largest, clampNumber(field, Math.round((at - origin) / scale / field.step) * field.step)),
  };
}

/** Returns the boundaries between the images of a video. The images of a slideshow share one duration. */
export function imageBoundaries(
  maker: VideoMaker,
  settings: MakerSettings,
  slots: Slots,
  durations: VideoDurations,
): readonly Boundary[] {
  const { startSec, playedMainSec, endSec } = durations;
  const room = playedMainSec - MIN_MAIN_SEC;
  const mainAt = settings.blankStartSec + startSec;
  const endAt = mainAt + playedMainSec + endSec;
  const boundaries: Boundary[] = [];
  const slides = countSlidesOf(filledSlots(maker, slots), settings, durations);
  if (slides)
    for (let images = 1; images <= Math.max(1, Math.min(slides.images, slides.slides - 1)); images++)
      boundaries.push(
        boundary(maker, settings, 'imageDurationSec', {
          origin: mainAt,
          scale: images,
          most: tenths(playedMainSec / images),
        }),
      );
  if (slots.start || startSec > 0)
    boundaries.push(
      boundary(maker, settings, 'durStartSec', { origin: settings.blankStartSec, scale: 1, most: startSec + room }),
    );
  if (slots.end || endSec > 0)
    boundaries.push(boundary(maker, settings, 'durEndSec', { origin: endAt, scale: -1, most: endSec + room }));
  return boundaries;
}

const tenths = (seconds: number) => Math.floor(seconds * 10 + 1e-9) / 10;

/** Returns the boundaries between the used part of an audio file and its trimmed ends. */
export function trimBoundaries(maker: VideoMaker, settings: MakerSettings, audioSec: number): readonly Boundary[] {
  const { trimStartSec, trimEndSec } = settings;
  const room = Math.max(0, Math.floor(audioSec - trimStartSec - trimEndSec) - MIN_MAIN_SEC);
  return [
    boundary(maker, settings, 'trimStartSec', { origin: 0, scale: 1, most: trimStartSec + room }),
    boundary(maker, settings, 'trimEndSec', { origin: audioSec, scale: -1, most: trimEndSec + room }),
  ];
}

/** Returns the part of the audio file that the video contains, in seconds of the file and of the video. */
export function audioSpan(audioSec: number, settings: MakerSettings, removed: RemovedSilence) {
  const { trimStartSec, trimEndSec, blankStartSec } = settings;
  const from = Math.min(audioSec, trimStartSec + removed.startSec);
  return { from, to: Math.max(from, audioSec - trimEndSec - removed.endSec), at: blankStartSec };
}
