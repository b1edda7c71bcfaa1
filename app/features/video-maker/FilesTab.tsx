import { useTranslation } from 'react-i18next';
import { mainIndex, mainSlot, type VideoMaker } from './maker.ts';
import { filledSlots } from './slots.ts';
import type { VideoProject } from './video-project.ts';

interface FilesTabProps {
  readonly maker: VideoMaker;
  readonly project: VideoProject;
}

/** What there is, part by part. */
export function FilesTab({ maker, project }: FilesTabProps) {
  const { t } = useTranslation();
  const { sound, slots } = project.use();
  const mains = filledSlots(maker, slots).filter((slot) => mainIndex(slot) !== undefined).length;
  const main =
    maker.mainSlots > 1 && mains > 0 ? t('video_maker.imageCount', { count: mains }) : slots[mainSlot(0)]?.name;
  const parts = [
    [t('video_maker.sound'), sound?.file.name],
    [t('video_maker.startImage'), slots.start?.name],
    [maker.mainSlots > 1 ? t('video_maker.mainImages') : t('video_maker.mainImage'), main],
    [t('video_maker.endImage'), slots.end?.name],
  ] as const;
  return (
    <dl className="maker-parts">
      {parts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd title={value}>{value ?? t('video_maker.none')}</dd>
        </div>
      ))}
    </dl>
  );
}
