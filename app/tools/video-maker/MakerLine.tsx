import { FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_AUDIO } from '../../ui/accepted-audio.ts';
import { ACCEPTED_IMAGES } from '../../ui/accepted-images.ts';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import type { VideoMaker } from './maker.ts';
import { filledSlots } from './slots.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface MakerLineProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly addFiles: (files: readonly File[]) => void;
}

export function MakerLine({ maker, screen, addFiles }: MakerLineProps) {
  const { t } = useTranslation(['app', 'media']);
  const { audio, slots } = useVideoDocument(screen);
  const images = filledSlots(maker, slots).length;
  if (!audio && images === 0) return null;
  return (
    <div className="source-line">
      <p className="source-file">
        <span className="upload-name" title={audio?.name}>
          {audio?.name ?? t('media:maker.noAudio')}
        </span>
        <span className="source-bytes tabular">{t('media:maker.imageCount', { count: images })}</span>
      </p>
      <FileButton accept={`${ACCEPTED_AUDIO},${ACCEPTED_IMAGES}`} onFiles={addFiles} icon={FolderOpen}>
        {t('media:maker.openFiles')}
      </FileButton>
    </div>
  );
}
