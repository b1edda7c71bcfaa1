import { soundVideoMaker } from '../features/video-maker/maker.ts';
import { VideoMakerScreen } from '../features/video-maker/VideoMakerScreen.tsx';

export default function SoundToVideo() {
  return <VideoMakerScreen maker={soundVideoMaker} />;
}
