import type { SourceFile } from '../../base/files.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { VideoExtras } from '../../video/make-video.ts';
import type { MovingSettings } from '../../video/moving/settings.ts';
import type { VideoTiming } from '../../video/plan/durations.ts';
import type { CaptionParameters } from './caption-style.ts';
import { hasTitle } from './title-settings.ts';
import type { PlacedTitle } from './video-title.ts';

interface CaptionFiles {
  readonly captions: SourceFile | undefined;
  readonly fonts: readonly SourceFile[] | undefined;
}

/** Loads the typesetting only for a video with captions. Throws the errors of `videoCaptions`. */
export async function captionExtras(
  { captions, fonts }: CaptionFiles,
  parameters: CaptionParameters & MovingSettings,
  context: OperationContext,
): Promise<VideoExtras> {
  if (!captions) return {};
  return (await import('./video-captions.ts')).videoCaptions({ captions, fonts }, parameters, context);
}

/** Plans captions and the title of a video. Loads the typesetting only for them. Throws the errors of `videoCaptions`. */
export async function textExtras(
  files: CaptionFiles,
  parameters: CaptionParameters & PlacedTitle & VideoTiming,
  context: OperationContext,
): Promise<VideoExtras> {
  const captions = await captionExtras(files, parameters, context);
  if (!hasTitle(parameters)) return captions;
  const { planTitle } = await import('./video-title.ts');
  return { ...captions, overlays: [planTitle(parameters, context), ...(captions.overlays ?? [])] };
}
