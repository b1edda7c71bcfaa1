import { FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../parts/screen/FileButton.tsx';
import { ACCEPTED_PICTURES } from '../../state/picture-session.ts';
import { mainIndex, mainSlot, type VideoMaker } from './maker.ts';
import { ACCEPTED_SOUNDS } from './SoundTab.tsx';
import { filledSlots } from './slots.ts';
import type { VideoProject } from './video-project.ts';

interface FilesTabProps {
  readonly maker: VideoMaker;
  readonly project: VideoProject;
  readonly addFiles: (files: readonly File[]) => void;
}

/** Everything at once: what is there already, and files of both kinds together. */
export function FilesTab({ maker, project, addFiles }: FilesTabProps) {
  const { t } = useTranslation();
  const { sound, slots, busy } = project.use();
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
    <div className="maker-files">
      <div className="upload-row">
        <FileButton
          accept={`${ACCEPTED_SOUNDS},${ACCEPTED_PICTURES}`}
          onFiles={addFiles}
          multiple
          icon={FolderOpen}
          disabled={Boolean(busy)}
        >
          {t('common.chooseFile')}
        </FileButton>
        <p className="drop-area">{t('video_maker.dropBoth')}</p>
      </div>
      <dl className="maker-parts">
        {parts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd title={value}>{value ?? t('video_maker.none')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
