import type { OverlaidVideo, OverlayChange } from '../../video/overlay/overlay.ts';
import { imageFrames, type VideoTiming } from '../../video/plan/durations.ts';
import type { Cue } from './captions.ts';
import { shownTexts } from './shown-texts.ts';
import { hasTitle, type TitleSettings } from './title-settings.ts';

/** The times of a video that decide which captions it shows. */
export type CaptionedVideo = Pick<OverlaidVideo, 'fps' | 'frames' | 'played' | 'audioOffsetSec'>;

/** True for a caption that is outside the part of the audio that a video plays. */
export const isOutside = ({ start, end }: Cue, { startSec, endSec }: OverlaidVideo['played']): boolean =>
  end <= startSec || start >= endSec;

/**
 * Returns what is shown when, in seconds of the video, without overlap. Every text is shown for at least a frame.
 * @param cues sorted by start, in seconds of the audio file
 */
export function placeCaptions(cues: readonly Cue[], video: CaptionedVideo): readonly Cue[] {
  const { fps, frames, played, audioOffsetSec } = video;
  const lastSec = Math.min(played.endSec, frames / fps - audioOffsetSec);
  const heard = cues
    .filter((cue) => !isOutside(cue, { ...played, endSec: lastSec }))
    .map(({ start, end, text }) => ({
      start: Math.max(start, played.startSec) + audioOffsetSec,
      end: Math.min(Math.max(end, start + 1 / fps), lastSec) + audioOffsetSec,
      text,
    }));
  return shownTexts(heard);
}

/** Returns the changes of an overlay whose drawings are named by their texts. */
export const captionChanges = (shown: readonly Cue[]): OverlayChange[] =>
  shown.flatMap(({ start, end, text }, index) => [
    { atSec: start, drawing: text },
    ...(shown[index + 1]?.start === end ? [] : [{ atSec: end }]),
  ]);

/** Returns when the title of a video is shown: not over white at its ends and the end card. */
export function titleChanges(
  settings: TitleSettings & VideoTiming,
  video: { readonly fps: number; readonly frames: number },
): OverlayChange[] {
  const { from, to } = imageFrames(settings, video);
  if (!hasTitle(settings) || to <= from) return [];
  return [{ atSec: from / video.fps, drawing: 'title' }, { atSec: to / video.fps }];
}
