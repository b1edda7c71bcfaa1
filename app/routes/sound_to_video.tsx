import { SoundToVideo } from '../tools/sound_to_video/SoundToVideo.tsx';

export default SoundToVideo;
