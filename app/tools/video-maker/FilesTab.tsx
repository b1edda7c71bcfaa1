import { useTranslation } from 'react-i18next';
import { mainIndex, mainSlot, type VideoMaker } from './maker.ts';
import { filledSlots } from './slots.ts';
import type { VideoProject } from './video-project.ts';

interface FilesTabProps {
  readonly maker: VideoMaker;
  readonly project: VideoProject;
}

export function FilesTab({ maker, project }: FilesTabProps) {
  const { t } = useTranslation(['app', 'media']);
  const { sound, slots } = project.use();
  const mains = filledSlots(maker, slots).filter((slot) => mainIndex(slot) !== undefined).length;
  const main =
    maker.mainSlots > 1 && mains > 0 ? t('media:maker.imageCount', { count: mains }) : slots[mainSlot(0)]?.name;
  const parts = [
    [t('media:maker.sound'), sound?.file.name],
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
