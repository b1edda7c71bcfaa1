import { FolderOpen, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_PICTURES } from '../../ui/accepted-pictures.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { LoadLastButton } from '../../ui/screen/LoadLastButton.tsx';
import type { SlotId } from './maker.ts';
import { useProject, type VideoProject } from './video-project.ts';

interface PictureRowProps {
  readonly project: VideoProject;
  readonly slot: SlotId;
  readonly addFiles: (files: readonly File[]) => void;
  readonly multiple?: boolean;
}

export function PictureRow({ project, slot, addFiles, multiple = false }: PictureRowProps) {
  const { t } = useTranslation(['app', 'media']);
  const image = useProject(project).slots[slot];
  const details = project.pictures.useReady(image?.id);
  return (
    <div className="upload-row">
      <FileButton accept={ACCEPTED_PICTURES} onFiles={addFiles} multiple={multiple} icon={FolderOpen}>
        {t('common.chooseFile')}
      </FileButton>
      <LoadLastButton onLoad={() => void project.addSaved(slot)} />
      <Button icon={Trash2} onClick={() => project.clearImage(slot)} disabled={!image}>
        {t('media:maker.clearImage')}
      </Button>
      <span className="upload-name" title={image?.name}>
        {image?.name ?? t('common.noFileSelected')}
        {details && ` · ${t('common.imageSize', { width: details.width, height: details.height })}`}
      </span>
      <p className="drop-area">{multiple ? t('media:maker.dropImages') : t('common.dropImage')}</p>
    </div>
  );
}
