import type { AnimationFormat } from '#core/text/animation/formats.ts';
import type { BaseImage } from '../../desk/visible-image.ts';
import { type OwnFontFile, ownFontFiles } from '../../ui/fonts/own-fonts.ts';
import { runFileOperation } from '../../workers/media-client.ts';
import type { Job } from '../../workers/work.ts';
import { animationAudio } from './animation-audio.ts';
import { animationParams } from './animation-settings.ts';
import { pageParams } from './export.ts';
import type { TextPage } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';

export async function animateTextPage(
  kind: TextPageKind,
  page: TextPage,
  fonts: readonly OwnFontFile[],
  format: AnimationFormat,
  base: BaseImage,
  job: Job,
): Promise<Blob> {
  const { params, families } = pageParams(kind, page, fonts);
  const audio = animationAudio();
  const blank = 'blank' in base ? base.blank : undefined;
  const { blob } = await runFileOperation(
    kind.animation.id,
    {
      ...('image' in base ? { image: base.image } : {}),
      fonts: ownFontFiles(families, fonts),
      ...(audio ? { audio: audio.file } : {}),
    },
    {
      ...params,
      ...(blank && { width: blank.width, height: blank.height, background: blank.color }),
      ...animationParams(kind.route, format),
    },
    job,
  );
  return blob;
}
