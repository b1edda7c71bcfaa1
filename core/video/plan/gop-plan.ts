import { type ImageId, type ImageMix, mixWithin, type Timeline } from './timeline.ts';

/** Seconds between key frames, and maximum duration of a group of frames. */
export const GOP_SEC = 2;

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
}

export interface GopPlan {
  readonly fps: number;
  readonly frames: number;
  readonly distinct: readonly Gop[];
  /** Groups of the whole video in order, as indices into `distinct`. */
  readonly sequence: readonly number[];
}

/** Cuts the timeline every `GOP_SEC` seconds and finds equal groups of frames, so that each is encoded only once. */
export function planGops(timeline: Timeline): GopPlan {
  const distinct: Gop[] = [];
  const places = new Map<string, number>();
  const sequence: number[] = [];
  for (const runs of cutIntoGroups(timeline, GOP_SEC * timeline.fps)) {
    const key = runs.map(runKey).join(' ');
    let place = places.get(key);
    if (place === undefined) {
      place = distinct.length;
      places.set(key, place);
      distinct.push({ key, frames: countFrames(runs), runs });
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

function* cutIntoGroups({ segments, overlay = [] }: Timeline, groupFrames: number): Generator<Run[]> {
  let runs: Run[] = [];
  let room = groupFrames;
  let [frame, step] = [0, -1];
  const add = (run: Run) => {
    const last = runs.at(-1);
    const isStill = last && last.mix.from === run.mix.from && last.mix.weight === 0 && run.mix.weight === 0;
    const continues = isStill && last.mix.overlay === run.mix.overlay;
    if (continues) runs[runs.length - 1] = { mix: last.mix, frames: last.frames + run.frames };
    else runs.push(run);
    room -= run.frames;
    frame += run.frames;
  };
  for (const segment of segments) {
    const isStill = segment.from === segment.to;
    for (let done = 0; done < segment.frames; ) {
      while ((overlay[step + 1]?.frame ?? Number.POSITIVE_INFINITY) <= frame) step++;
      const unchanged = (overlay[step + 1]?.frame ?? Number.POSITIVE_INFINITY) - frame;
      const frames = isStill ? Math.min(room, segment.frames - done, unchanged) : 1;
      const drawing = overlay[step]?.drawing;
      const mix = mixWithin(segment, done);
      add({ mix: drawing === undefined ? mix : { ...mix, overlay: drawing }, frames });
      done += frames;
      if (room > 0) continue;
      yield runs;
      runs = [];
      room = groupFrames;
    }
  }
  if (runs.length > 0) yield runs;
}
