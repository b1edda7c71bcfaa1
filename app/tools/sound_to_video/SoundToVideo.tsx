import { useTranslation } from 'react-i18next';
import { soundVideoMaker } from '../video_maker/maker.ts';
import { VideoMakerScreen } from '../video_maker/VideoMakerScreen.tsx';

export function SoundToVideo() {
  const { t } = useTranslation();
  return (
    <VideoMakerScreen
      maker={soundVideoMaker}
      title={t('core:operations.sound-to-video.name')}
      lead={t('sound_to_video.summary')}
    />
  );
}
