import { VideoPlayback } from '../tools/video_playback/VideoPlayback.tsx';

export default VideoPlayback;
