import { type ImageId, type ImageMix, mixWithin, type Timeline } from './timeline.ts';

/** Seconds between key frames, and maximum duration of a group of frames. */
export const GOP_SEC = 2;

/** Seconds between key frames of a still image over which something moves. No two of its groups are equal. */
export const MOVING_GOP_SEC = 8;

/** A run of consecutive equal frames of the timeline. */
export interface Run {
  readonly mix: ImageMix;
  readonly frames: number;
}

/** A closed group of frames (GOP). Groups with equal `key` encode to equal bytes. */
export interface Gop {
  readonly key: string;
  readonly frames: number;
  readonly runs: readonly Run[];
  /** Index in the video of the group's first frame, if something moves over the group. */
  readonly movingFrom?: number | undefined;
}

export interface GopPlan {
  readonly fps: number;
  readonly frames: number;
  readonly distinct: readonly Gop[];
  /** Groups of the whole video in order, as indices into `distinct`. */
  readonly sequence: readonly number[];
}

/**
 * Cuts the timeline every `GOP_SEC` seconds and finds equal groups of frames, so that each is encoded only once. Where
 * something moves, it also cuts between images, so that a group shows one image, for up to `MOVING_GOP_SEC` seconds, or
 * one crossfade.
 */
export function planGops(timeline: Timeline): GopPlan {
  const distinct: Gop[] = [];
  const places = new Map<string, number>();
  const sequence: number[] = [];
  for (const { runs, movingFrom } of cutIntoGroups(timeline)) {
    const key = `${runs.map(runKey).join(' ')}${movingFrom === undefined ? '' : ` from ${movingFrom}`}`;
    let place = places.get(key);
    if (place === undefined) {
      place = distinct.length;
      places.set(key, place);
      distinct.push({ key, frames: countFrames(runs), runs, ...(movingFrom !== undefined && { movingFrom }) });
    }
    sequence.push(place);
  }
  return { fps: timeline.fps, frames: timeline.frames, distinct, sequence };
}

const countFrames = (runs: readonly Run[]) => runs.reduce((total, { frames }) => total + frames, 0);

/** Returns the number of frames to encode if each run of equal frames is encoded once. */
export function countImages({ distinct }: GopPlan): number {
  return distinct.reduce((total, { runs }) => total + runs.length, 0);
}

/** Frames that x264 looks ahead. Holding an image for longer doesn't raise its quality further. */
const LOOKAHEAD = 40;

/** Returns the base-2 logarithm of the frames for which an image is held, averaged over the frames of the video. */
export function meanHold({ distinct, sequence, frames }: GopPlan): number {
  const holds = distinct.map(({ runs }) =>
    runs.reduce((sum, run) => sum + run.frames * Math.log2(Math.min(LOOKAHEAD, run.frames)), 0),
  );
  return sequence.reduce((sum, place) => sum + (holds[place] ?? 0), 0) / frames;
}

export function shownImages({ distinct }: GopPlan): ReadonlySet<ImageId> {
  return new Set(distinct.flatMap(({ runs }) => runs.flatMap(({ mix }) => [mix.from, mix.to])));
}

const runKey = ({ mix: { from, to, weight, overlay }, frames }: Run) =>
  `${from}>${to}@${weight}x${frames}${overlay === undefined ? '' : `+${JSON.stringify(overlay)}`}`;

type CutGroup = Pick<Gop, 'runs' | 'movingFrom'>;

function* cutIntoGroups({ fps, segments, overlay = [], moving }: Timeline): Generator<CutGroup> {
  let runs: Run[] = [];
  let room = 0;
  let [start, frame, step] = [0, 0, -1];
  const isMoving = (at: number) => moving !== undefined && at >= moving.from && at < moving.to;
  const isSameStill = (last: Run | undefined, { mix }: Run) =>
    last !== undefined &&
    last.mix.from === mix.from &&
    last.mix.weight === 0 &&
    mix.weight === 0 &&
    last.mix.overlay === mix.overlay;
  const add = (run: Run) => {
    const last = runs.at(-1);
    if (last && isSameStill(last, run)) runs[runs.length - 1] = { mix: last.mix, frames: last.frames + run.frames };
    else runs.push(run);
    room -= run.frames;
    frame += run.frames;
  };
  const flush = (): CutGroup => {
    const group = { runs, ...(isMoving(start) && { movingFrom: start }) };
    runs = [];
    return group;
  };
  const mustCut = (run: Run) => {
    const last = runs.at(-1);
    if (!last || isMoving(frame) !== isMoving(frame - 1)) return last !== undefined;
    return isMoving(frame) && !isSameStill(last, run) && (last.mix.weight === 0 || run.mix.weight === 0);
  };
  for (const segment of segments) {
    const isStill = segment.from === segment.to;
    for (let done = 0; done < segment.frames; ) {
      while ((overlay[step + 1]?.frame ?? Number.POSITIVE_INFINITY) <= frame) step++;
      const unchanged = (overlay[step + 1]?.frame ?? Number.POSITIVE_INFINITY) - frame;
      const drawing = overlay[step]?.drawing;
      const mix = mixWithin(segment, done);
      const run = { mix: drawing === undefined ? mix : { ...mix, overlay: drawing }, frames: 1 };
      if (mustCut(run)) yield flush();
      if (runs.length === 0) {
        start = frame;
        room = fps * (isMoving(frame) && mix.weight === 0 ? MOVING_GOP_SEC : GOP_SEC);
      }
      const edges = [moving?.from, moving?.to].map((edge) =>
        edge !== undefined && edge > frame ? edge - frame : room,
      );
      const frames = isStill ? Math.min(room, segment.frames - done, unchanged, ...edges) : 1;
      add({ ...run, frames });
      done += frames;
      if (room === 0) yield flush();
    }
  }
  if (runs.length > 0) yield flush();
}
