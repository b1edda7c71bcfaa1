import type { FilmFormat } from '#core/text/animation/formats.ts';
import { runFileOperation } from '../../platform/media.ts';
import { type OwnFontFile, ownFontFiles } from '../../state/own-fonts.ts';
import type { Job } from '../../state/work.ts';
import type { Ground } from '../../state/workbench.ts';
import { poemParams } from './export.ts';
import type { Poem } from './poem.ts';
import type { PoemKind } from './poem-kind.ts';

/** Films the poem as it appears on the picture. */
export async function filmPoem(
  kind: PoemKind,
  poem: Poem,
  fonts: readonly OwnFontFile[],
  format: FilmFormat,
  ground: Ground,
  job: Job,
): Promise<Blob> {
  const { params, families } = poemParams(kind, poem, fonts);
  const sheet = 'sheet' in ground ? ground.sheet : undefined;
  const { blob } = await runFileOperation(
    kind.film.id,
    { ...('image' in ground ? { image: ground.image } : {}), fonts: ownFontFiles(families, fonts) },
    { ...params, ...(sheet && { width: sheet.width, height: sheet.height, background: sheet.color }), format },
    job,
  );
  return blob;
}
