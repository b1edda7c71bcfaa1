import type { AnimationFormat } from '#core/text/animation/formats.ts';
import { runFileOperation } from '../../platform/media.ts';
import { type OwnFontFile, ownFontFiles } from '../../state/own-fonts.ts';
import type { BasePicture } from '../../state/picture-session.ts';
import type { Job } from '../../state/work.ts';
import { poemParams } from './export.ts';
import type { TextPage } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';

/** Animates the text page as it appears on the picture. */
export async function animateTextPage(
  kind: TextPageKind,
  poem: TextPage,
  fonts: readonly OwnFontFile[],
  format: AnimationFormat,
  ground: BasePicture,
  job: Job,
): Promise<Blob> {
  const { params, families } = poemParams(kind, poem, fonts);
  const sheet = 'sheet' in ground ? ground.sheet : undefined;
  const { blob } = await runFileOperation(
    kind.animation.id,
    { ...('image' in ground ? { image: ground.image } : {}), fonts: ownFontFiles(families, fonts) },
    { ...params, ...(sheet && { width: sheet.width, height: sheet.height, background: sheet.color }), format },
    job,
  );
  return blob;
}
