import type { OverlayChange } from '../../video/overlay/overlay.ts';
import { imageFrames, type VideoTiming } from '../../video/plan/durations.ts';

/** Title and artist that are drawn over the images of a video. */
export interface TitleSettings {
  readonly title?: string;
  readonly artist?: string;
}

export const hasTitle = ({ title = '', artist = '' }: TitleSettings): boolean => `${title}${artist}`.trim() !== '';

/** Returns when the title of a video is shown: not over white at its ends and the end card. */
export function titleChanges(
  settings: TitleSettings & VideoTiming,
  video: { readonly fps: number; readonly frames: number },
): OverlayChange[] {
  const { from, to } = imageFrames(settings, video);
  if (!hasTitle(settings) || to <= from) return [];
  return [{ atSec: from / video.fps, drawing: 'title' }, { atSec: to / video.fps }];
}
