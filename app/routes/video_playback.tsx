import { VideoPlayback } from '../tools/player/VideoPlayback.tsx';

export default VideoPlayback;
