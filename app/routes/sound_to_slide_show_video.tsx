import { slideshowMaker } from '../tools/video-maker/maker.ts';
import { VideoMakerScreen } from '../tools/video-maker/VideoMakerScreen.tsx';

export default function SlideshowVideo() {
  return <VideoMakerScreen maker={slideshowMaker} />;
}
