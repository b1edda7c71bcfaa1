import { audioVideoMaker } from '../tools/video-maker/maker.ts';
import { VideoMakerScreen } from '../tools/video-maker/VideoMakerScreen.tsx';

export default function SoundToVideo() {
  return <VideoMakerScreen maker={audioVideoMaker} />;
}
