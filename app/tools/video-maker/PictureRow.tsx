import { FolderOpen, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_PICTURES } from '../../ui/accepted-pictures.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { LoadLastButton } from '../../ui/screen/LoadLastButton.tsx';
import type { SlotId } from './maker.ts';
import type { VideoProject } from './video-project.ts';

interface PictureRowProps {
  readonly project: VideoProject;
  readonly slot: SlotId;
  readonly addFiles: (files: readonly File[]) => void;
  readonly addSaved: (slot: SlotId) => void;
  readonly multiple?: boolean;
}

export function PictureRow({ project, slot, addFiles, addSaved, multiple = false }: PictureRowProps) {
  const { t } = useTranslation(['app', 'media']);
  const { slots, busy } = project.use();
  const item = slots[slot];
  return (
    <div className="upload-row">
      <FileButton accept={ACCEPTED_PICTURES} onFiles={addFiles} multiple={multiple} icon={FolderOpen}>
        {t('common.chooseFile')}
      </FileButton>
      <LoadLastButton onLoad={() => addSaved(slot)} />
      <Button icon={Trash2} onClick={() => void project.clearPicture(slot)} disabled={!item || Boolean(busy)}>
        {t('media:maker.clearImage')}
      </Button>
      <span className="upload-name" title={item?.name}>
        {item
          ? `${item.name} · ${t('common.imageSize', { width: item.width, height: item.height })}`
          : t('common.noFileSelected')}
      </span>
      <p className="drop-area">{multiple ? t('media:maker.dropImages') : t('common.dropImage')}</p>
    </div>
  );
}
