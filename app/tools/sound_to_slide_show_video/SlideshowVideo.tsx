import { useTranslation } from 'react-i18next';
import { slideshowMaker } from '../video_maker/maker.ts';
import { VideoMakerScreen } from '../video_maker/VideoMakerScreen.tsx';

export function SlideshowVideo() {
  const { t } = useTranslation();
  return (
    <VideoMakerScreen
      maker={slideshowMaker}
      title={t('core:operations.sound-to-slideshow.name')}
      lead={t('sound_to_slide_show_video.summary')}
    />
  );
}
