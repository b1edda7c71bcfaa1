import { slideshowMaker } from '../features/video-maker/maker.ts';
import { VideoMakerScreen } from '../features/video-maker/VideoMakerScreen.tsx';

export default function SlideshowVideo() {
  return <VideoMakerScreen maker={slideshowMaker} />;
}
