import { useTranslation } from 'react-i18next';
import { mainSlot, type VideoMaker } from './maker.ts';
import { filledMains } from './slots.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface FilesTabProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
}

export function FilesTab({ maker, screen }: FilesTabProps) {
  const { t } = useTranslation(['app', 'media']);
  const { audio, slots } = useVideoDocument(screen);
  const mains = filledMains(maker, slots).length;
  const main =
    maker.mainSlots > 1 && mains > 0 ? t('media:maker.imageCount', { count: mains }) : slots[mainSlot(0)]?.name;
  const parts = [
    [t('media:maker.sound'), audio?.name],
    [t('media:maker.startImage'), slots.start?.name],
    [maker.mainSlots > 1 ? t('media:maker.mainImages') : t('media:maker.mainImage'), main],
    [t('media:maker.endImage'), slots.end?.name],
  ] as const;
  return (
    <dl className="maker-parts">
      {parts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd title={value}>{value ?? t('media:maker.none')}</dd>
        </div>
      ))}
    </dl>
  );
}
