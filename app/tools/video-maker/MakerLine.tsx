import { FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_AUDIO } from '../../ui/accepted-audio.ts';
import { ACCEPTED_PICTURES } from '../../ui/accepted-pictures.ts';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import type { VideoMaker } from './maker.ts';
import { filledSlots } from './slots.ts';
import { useProject, type VideoProject } from './video-project.ts';

interface MakerLineProps {
  readonly maker: VideoMaker;
  readonly project: VideoProject;
  readonly addFiles: (files: readonly File[]) => void;
}

export function MakerLine({ maker, project, addFiles }: MakerLineProps) {
  const { t } = useTranslation(['app', 'media']);
  const { sound, slots } = useProject(project);
  const images = filledSlots(maker, slots).length;
  if (!sound && images === 0) return null;
  return (
    <div className="source-line">
      <p className="source-file">
        <span className="upload-name" title={sound?.name}>
          {sound?.name ?? t('media:maker.noSound')}
        </span>
        <span className="source-bytes tabular">{t('media:maker.imageCount', { count: images })}</span>
      </p>
      <FileButton accept={`${ACCEPTED_AUDIO},${ACCEPTED_PICTURES}`} onFiles={addFiles} icon={FolderOpen}>
        {t('media:maker.openFiles')}
      </FileButton>
    </div>
  );
}
