import { VideoPlayback } from '../features/player/VideoPlayback.tsx';

export default VideoPlayback;
