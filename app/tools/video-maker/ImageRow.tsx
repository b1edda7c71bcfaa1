import { FolderOpen, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_IMAGES } from '../../ui/accepted-images.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { LoadLastButton } from '../../ui/screen/LoadLastButton.tsx';
import type { SlotId } from './maker.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface ImageRowProps {
  readonly screen: VideoScreenWork;
  readonly slot: SlotId;
  readonly addFiles: (files: readonly File[]) => void;
  readonly multiple?: boolean;
}

export function ImageRow({ screen, slot, addFiles, multiple = false }: ImageRowProps) {
  const { t } = useTranslation(['app', 'media']);
  const image = useVideoDocument(screen).slots[slot];
  const details = screen.images.useReady(image?.id);
  return (
    <div className="upload-row">
      <FileButton accept={ACCEPTED_IMAGES} onFiles={addFiles} multiple={multiple} icon={FolderOpen}>
        {t('common.chooseFile')}
      </FileButton>
      <LoadLastButton onLoad={() => void screen.addSaved(slot)} />
      <Button icon={Trash2} onClick={() => screen.clearImage(slot)} disabled={!image}>
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
