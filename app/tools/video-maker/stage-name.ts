import { useTranslation } from 'react-i18next';
import type { PictureId, PictureMix } from '#core/video/plan/timeline.ts';
import { mainIndex, type SlotId, type VideoMaker } from './maker.ts';

export function useStageName({ mainSlots }: VideoMaker): (mix: PictureMix) => string {
  const { t } = useTranslation(['app', 'media']);
  const nameOf = (picture: PictureId): string => {
    if (picture === 'start') return t('media:maker.startImage');
    if (picture === 'end') return t('media:maker.endImage');
    if (picture === 'white') return t('media:maker.white');
    if (picture === 'final') return t('media:maker.finalFrame');
    const index = mainIndex(picture as SlotId) ?? 0;
    return mainSlots === 1 ? t('media:maker.mainImage') : t('media:maker.mainImageNumber', { number: index + 1 });
  };
  return ({ from, to }) =>
    from === to ? nameOf(from) : t('media:maker.crossfade', { from: nameOf(from), to: nameOf(to) });
}
