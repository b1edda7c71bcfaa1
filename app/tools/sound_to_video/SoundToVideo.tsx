import { useTranslation } from 'react-i18next';
import { soundVideoMaker } from '../video_maker/maker.ts';
import { VideoMakerScreen } from '../video_maker/VideoMakerScreen.tsx';

export function SoundToVideo() {
  const { t } = useTranslation();
  return (
    <VideoMakerScreen maker={soundVideoMaker} title={t('sound_to_video.heading')} lead={t('sound_to_video.summary')} />
  );
}
