import type { SourceFile } from '../../base/files.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { VideoExtras } from '../../video/make-video.ts';
import type { CaptionParameters } from './caption-style.ts';

interface CaptionFiles {
  readonly captions: SourceFile | undefined;
  readonly fonts: readonly SourceFile[] | undefined;
}

/** Loads the typesetting only for a video with captions. Throws the errors of `videoCaptions`. */
export async function captionExtras(
  { captions, fonts }: CaptionFiles,
  parameters: CaptionParameters,
  context: OperationContext,
): Promise<VideoExtras> {
  if (!captions) return {};
  return (await import('./video-captions.ts')).videoCaptions({ captions, fonts }, parameters, context);
}
