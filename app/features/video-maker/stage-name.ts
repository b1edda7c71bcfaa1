import { useTranslation } from 'react-i18next';
import type { PictureId, PictureMix } from '#core/video/plan/timeline.ts';
import { mainIndex, type SlotId, type VideoMaker } from './maker.ts';

/** Says what the stage shows. */
export function useStageName({ mainSlots }: VideoMaker): (mix: PictureMix) => string {
  const { t } = useTranslation();
  const nameOf = (picture: PictureId): string => {
    if (picture === 'start') return t('video_maker.startImage');
    if (picture === 'end') return t('video_maker.endImage');
    if (picture === 'white') return t('video_maker.white');
    if (picture === 'final') return t('video_maker.finalFrame');
    const index = mainIndex(picture as SlotId) ?? 0;
    return mainSlots === 1 ? t('video_maker.mainImage') : t('video_maker.mainImageNumber', { number: index + 1 });
  };
  return ({ from, to }) =>
    from === to ? nameOf(from) : t('video_maker.crossfade', { from: nameOf(from), to: nameOf(to) });
}
