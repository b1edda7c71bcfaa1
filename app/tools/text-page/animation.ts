import type { AnimationFormat } from '#core/text/animation/formats.ts';
import { desk } from '../../desk/desk.ts';
import type { BaseImage } from '../../desk/visible-image.ts';
import { settingsOf } from '../../storage/settings-store.ts';
import { type OwnFontFile, ownFontFiles } from '../../ui/fonts/own-fonts.ts';
import { runFileOperation, withCaptions } from '../../workers/media-client.ts';
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
  const captioned = await animationCaptions(kind.route, format)?.make();
  const blank = 'blank' in base ? base.blank : undefined;
  const { blob } = await runFileOperation(
    kind.animation.id,
    {
      ...('image' in base ? { image: base.image } : {}),
      ...withCaptions({ fonts: ownFontFiles(families, fonts) }, captioned),
      ...(audio ? { audio: audio.file } : {}),
    },
    {
      ...params,
      ...(blank && { width: blank.width, height: blank.height, background: blank.color }),
      ...animationParams(kind.route, format),
      ...captioned?.params,
    },
    job,
  );
  return blob;
}

/** Returns the captions of animations, which only an MP4 has. A changed `key` means changed captions. */
export function animationCaptions(tool: string, format: AnimationFormat) {
  const { cues } = desk.document.present();
  if (!cues || format !== 'mp4') return undefined;
  const make = async () => (await import('./animation-captions.ts')).captionOrder(tool, cues);
  return { key: [cues, settingsOf(tool).use.getState().parts.captions], make };
}
