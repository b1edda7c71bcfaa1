import { useTranslation } from 'react-i18next';
import type { ImageId, ImageMix } from '#core/video/plan/timeline.ts';
import { mainIndex, type SlotId, type VideoMaker } from './maker.ts';

export function useStageName({ mainSlots }: VideoMaker): (mix: ImageMix) => string {
  const { t } = useTranslation(['app', 'media']);
  const nameOf = (image: ImageId): string => {
    if (image === 'start') return t('media:maker.startImage');
    if (image === 'end') return t('media:maker.endImage');
    if (image === 'white') return t('media:maker.white');
    if (image === 'final') return t('media:maker.finalFrame');
    const index = mainIndex(image as SlotId) ?? 0;
    return mainSlots === 1 ? t('media:maker.mainImage') : t('media:maker.mainImageNumber', { number: index + 1 });
  };
  return ({ from, to }) =>
    from === to ? nameOf(from) : t('media:maker.crossfade', { from: nameOf(from), to: nameOf(to) });
}
