import type { Raster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { RemovedSilence, VideoDurations, VideoTiming } from '../plan/durations.ts';
import type { OverlayStep } from '../plan/timeline.ts';

/** A part of a frame to draw over: an RGBA image with straight alpha, and the place of its first pixel in the frame. */
export interface OverlayPatch {
  readonly left: number;
  readonly top: number;
  readonly image: Raster;
}

/** Shows a drawing over the frames from a time on, until the next change. Without a name, shows no drawing. */
export interface OverlayChange {
  /** Seconds from the start of the video. The change takes effect at the nearest frame. */
  readonly atSec: number;
  readonly drawing?: string | undefined;
}

/**
 * What is drawn over the fitted images of a video. Drawings with equal names are equal, so frames between two changes
 * remain one still image. The cost follows the number of changes, not the seconds.
 */
export interface VideoOverlay {
  /** Changes in ascending order. Nothing is drawn before the first. */
  readonly changes: readonly OverlayChange[];
  /** Draws a name of `changes`, bottom patch first. Parts outside the frame are cut off. May be called again. */
  draw(drawing: string): readonly OverlayPatch[] | Promise<readonly OverlayPatch[]>;
}

/** The video that an overlay is planned for: its frame in pixels, and where its audio is heard. */
export interface OverlaidVideo extends Size {
  /** Frames per second. */
  readonly fps: number;
  /** Number of frames of the whole video, including white frames and the end card. */
  readonly frames: number;
  /** The played part of the audio file, in seconds of the file. */
  readonly played: { readonly startSec: number; readonly endSec: number };
  /** Seconds to add to a time in the audio file for the time in the video. */
  readonly audioOffsetSec: number;
}

/** Plans an overlay after the audio is read. Returns `undefined` to draw nothing. */
export type PlanOverlay = (video: OverlaidVideo) => Promise<VideoOverlay | undefined>;

/** Returns the part of the audio that a video plays, and its place in the video. */
export function playedAudio(
  { effectiveAudioSec }: VideoDurations,
  { trimStartSec, blankStartSec, blankEndSec }: VideoTiming,
  removed: RemovedSilence,
): Pick<OverlaidVideo, 'played' | 'audioOffsetSec'> {
  const startSec = trimStartSec + removed.startSec;
  const endSec = startSec + effectiveAudioSec - blankStartSec - blankEndSec;
  return { played: { startSec, endSec }, audioOffsetSec: blankStartSec - startSec };
}

/** Plans overlays and combines them, bottom overlay first. */
export async function planOverlays(
  plans: readonly PlanOverlay[],
  video: OverlaidVideo,
): Promise<VideoOverlay | undefined> {
  const overlays = (await Promise.all(plans.map((plan) => plan(video)))).filter((overlay) => overlay !== undefined);
  return overlays.length > 1 ? combineOverlays(overlays) : overlays[0];
}

/** Combines the changes of overlays, bottom overlay first. Combined drawings have names for `drawingNames`. */
export function combineChanges(overlays: readonly (readonly OverlayChange[])[]): OverlayChange[] {
  const names: (string | null)[] = overlays.map(() => null);
  return overlays
    .flatMap((changes, index) => changes.map((change) => ({ ...change, index })))
    .sort((a, b) => a.atSec - b.atSec)
    .map(({ atSec, drawing, index }): OverlayChange => {
      names[index] = drawing ?? null;
      return { atSec, drawing: names.some((name) => name !== null) ? JSON.stringify(names) : undefined };
    });
}

/** Returns the names of the drawings of each overlay in a combined drawing; `null` for none. */
export const drawingNames = (drawing: string): readonly (string | null)[] => JSON.parse(drawing);

function combineOverlays(overlays: readonly VideoOverlay[]): VideoOverlay {
  return {
    changes: combineChanges(overlays.map(({ changes }) => changes)),
    async draw(drawing) {
      const drawn = drawingNames(drawing).map((name, index) =>
        name === null ? [] : (overlays[index] as VideoOverlay).draw(name),
      );
      return (await Promise.all(drawn)).flat();
    },
  };
}

/** Returns the changes by frame: at most one per frame, each different from the one before. */
export function overlaySteps(changes: readonly OverlayChange[], fps: number): OverlayStep[] {
  const steps: OverlayStep[] = [];
  for (const { atSec, drawing } of changes) {
    const frame = Math.max(0, Math.round(atSec * fps));
    // Changes that fall on one frame: the last is shown.
    if (steps.at(-1)?.frame === frame) steps.pop();
    if (steps.at(-1)?.drawing !== drawing) steps.push({ frame, drawing });
  }
  return steps;
}
